import { randomInt } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { TEMPORARY_PASSWORD_LIFE } from "./rules.ts";
import { insertAccount, insertReset, lockAccount, setTemporaryPassword } from "./store.server.ts";

/**
 * The account of somebody who paid without one (R27), inside the settlement's transaction. An
 * unknown or never confirmed address gets a temporary password, sent to its mailbox only together
 * with a one-time link to choose another; a confirmed account is left as it is.
 *
 * @param guest.email lower case.
 * @param guest.reference what was bought: the credentials mail is unique for it.
 * @returns `isNew`: credentials are on their way to the mailbox.
 */
export async function createGuestAccount(
  ctx: Context,
  tx: Transaction,
  { email, reference }: { email: string; reference: string },
): Promise<{ userId: string; isNew: boolean }> {
  const person = { firstName: "", lastName: "", phone: null, isClient: true, isPro: false };
  await insertAccount(tx, { userId: newId(), email, ...person, confirmed: false });
  const account = await lockAccount(tx, email);
  if (!account) throw new Error("a guest's account could neither be made nor found");
  if (account.confirmed) return { userId: account.userId, isNew: false };

  const password = temporaryPassword();
  const expiresAt = new Date(ctx.now().getTime() + TEMPORARY_PASSWORD_LIFE);
  await setTemporaryPassword(tx, account, await hashPassword(password), expiresAt);
  const { token } = await insertReset(tx, email, expiresAt);
  await enqueueMail(ctx, tx, {
    kind: "guest-credentials",
    reference,
    to: email,
    data: { expiresAt: expiresAt.toISOString() },
    secrets: { password, token },
  });
  return { userId: account.userId, isNew: true };
}

/** Without the signs that are mistaken for each other. 16 of 31: 79 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** « k7mp-4xqe-9d2h-vbn3 » */
function temporaryPassword(): string {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, sign).join("")).join("-");
}
