import { randomInt } from "node:crypto";
import type { Context } from "../context.server.ts";
import type { JobMap } from "../jobs.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { hashPassword } from "./hash-password.server.ts";
import { TEMPORARY_PASSWORD_LIFE } from "./rules.ts";
import {
  hasCredentialsMail,
  insertReset,
  lockAccountOf,
  setTemporaryPassword,
} from "./store.server.ts";

/**
 * Gives a guest's account its temporary password (R27), sent to its mailbox only together with a
 * one-time link to choose another: once for each purchase, however often it is asked for, and not
 * when somebody has proved the mailbox meanwhile or the account is closed. A job of its own, as
 * hashing takes long: the purchase would tell by its time that the address is unknown (R24), and
 * keep others waiting for the slot.
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

/** Without the signs that are mistaken for each other. 16 of 31: 79 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** « k7mp-4xqe-9d2h-vbn3 » */
function temporaryPassword(): string {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, sign).join("")).join("-");
}
