import type { Transaction } from "#platform/postgres.server.ts";
import type { SignUp } from "../links/store.server.ts";
import { setOwnPassword } from "../passwords/store.server.ts";
import { updateProfileRow } from "../profile/store.server.ts";
import { insertAccount, lockAccount } from "../store.server.ts";

/**
 * Makes the account that a sign-up asked for, or gives it the guest account made under the same
 * address meanwhile (rules: guest-account, unproved-sign-up). The caller has followed this
 * sign-up's own link.
 *
 * @returns the user's id.
 */
export async function completeSignUp(
  tx: Transaction,
  email: string,
  signUp: SignUp,
): Promise<string> {
  const { signUpId, passwordHash, firstName, lastName, phone, isClient, isPro } = signUp;
  const person = { firstName, lastName, phone, isClient, isPro };
  const made = await insertAccount(tx, { userId: signUpId, email, ...person, confirmed: true });
  const userId = made ? signUpId : ((await lockAccount(tx, email))?.userId ?? signUpId);
  if (!made) await updateProfileRow(tx, userId, { ...person, phone: phone ?? undefined });
  await setOwnPassword(tx, { userId, email }, passwordHash);
  return userId;
}
