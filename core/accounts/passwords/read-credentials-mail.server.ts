import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findReset } from "../links/store.server.ts";

export interface CredentialsMail {
  email: string;
  password: string;
  expiresAt: Date;
  loginUrl: string;
  choosePasswordUrl: string;
}

/**
 * A guest's temporary password and the link to choose another (rule: guest-account).
 *
 * @returns null when the password has been replaced or changed meanwhile.
 */
export async function readCredentialsMail(
  ctx: Context,
  { to, data, secrets }: QueuedMail<"guest-credentials">,
): Promise<CredentialsMail | null> {
  const { appUrl } = ctx.config;
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return {
    email: to,
    password: secrets.password,
    expiresAt: new Date(data.expiresAt),
    loginUrl: `${appUrl}${addresses.logIn}`,
    choosePasswordUrl: `${appUrl}${addresses.logIn}?jeton=${secrets.token}`,
  };
}
