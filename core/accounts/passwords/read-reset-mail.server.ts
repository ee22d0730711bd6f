import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { findReset, signUpsOf } from "../links/store.server.ts";
import { findAccount } from "../store.server.ts";

/**
 * The link of a forgotten password, which lands on /connexion (rule: reset-link).
 *
 * @returns null when nobody has an account or a waiting sign-up under that address.
 */
export async function readResetMail(
  ctx: Context,
  { to, secrets }: QueuedMail<"reset-password">,
): Promise<{ resetUrl: string } | null> {
  const account = await findAccount(ctx.db, to);
  const [signUp] = account ? [] : await signUpsOf(ctx.db, to, ctx.now(), { limit: 1 });
  if (!account?.active && !signUp) return null;
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return { resetUrl: `${ctx.config.appUrl}${addresses.logIn}?jeton=${secrets.token}` };
}
