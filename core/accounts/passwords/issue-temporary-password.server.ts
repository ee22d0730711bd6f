import { randomInt } from "node:crypto";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { JobMap } from "../../jobs.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { hashPassword } from "../hash-password.server.ts";
import { findReset, insertReset } from "../links/store.server.ts";
import { TEMPORARY_PASSWORD_LIFE } from "../rules.ts";
import { lockAccountOf } from "../store.server.ts";
import { hasCredentialsMail, setTemporaryPassword } from "./store.server.ts";

/**
 * Once per purchase, mailed with a one-time link, unless the account was closed or proved. A job,
 * since hashing would betray an unknown address (rules: guest-account, same-answer).
 */
export async function issueTemporaryPassword(
  ctx: Context,
  { userId, reference }: JobMap["issue-temporary-password"],
): Promise<void> {
  const password = temporaryPassword();
  const passwordHash = await hashPassword(ctx, password);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccountOf(tx, userId);
    if (!account?.active || account.confirmed) return;
    if (await hasCredentialsMail(tx, reference)) return;
    const expiresAt = new Date(ctx.now().getTime() + TEMPORARY_PASSWORD_LIFE);
    await setTemporaryPassword(tx, account, passwordHash, expiresAt);
    const { token } = await insertReset(tx, account.email, expiresAt);
    await enqueueMail(ctx, tx, {
      kind: "guest-credentials",
      reference,
      to: account.email,
      data: { expiresAt: expiresAt.toISOString() },
      secrets: { password, token },
    });
  });
}

/** No characters that look alike; 16 of 31 make 79 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** « k7mp-4xqe-9d2h-vbn3 » */
function temporaryPassword(): string {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, sign).join("")).join("-");
}

export interface CredentialsMail {
  email: string;
  password: string;
  expiresAt: Date;
  loginUrl: string;
  choosePasswordUrl: string;
}

/** Null when the password has been replaced or changed meanwhile (rule: guest-account). */
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
