import { hashSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { countAttempt } from "./limit-logins.server.ts";
import { signUpsOf } from "./links/store.server.ts";
import { signLink } from "./logins/sign-login.server.ts";

import { logInInput } from "./schema.ts";
import { type Account, findAccount, findClosing } from "./store.server.ts";

/** Nobody's password; an unknown address takes as long as a known one. */
export const UNKNOWN_HASH =
  "9f1c0a4be6d24f7c8b35e1d07a6f9c42:" +
  "5b0e4a7d1c93f86e2a5d7b04c8e1f39a6d2c5b8e7f014a93d6c2e5b8a71f403d" +
  "9c6e2f5a8b1d704e3c9f6a2d5e8b71c40f3a9d6c2e5b8f71a4d03c9e6b2f5a8d";

export type ProvedAccount = Account & { passwordHash: string };

/**
 * Answers alike, in words and time, whether or not the address is known (rule: same-answer).
 * @throws AppError `invalid_credentials`, `rate_limited` and `busy` as {@link countAttempt}; after
 * the right password `email_not_confirmed` (sign-up's id), `account_suspended` (link's secret).
 */
export async function provePassword(ctx: Context, input: unknown): Promise<ProvedAccount> {
  const { email, password } = parseInput(logInInput, input);
  const attempt = await countAttempt(ctx, email);

  const account = await findAccount(ctx.db, email);
  const known = account?.passwordHash ?? UNKNOWN_HASH;
  if ((await attempt.isPassword(known, password)) && account?.passwordHash) {
    // A temporary password ends (rule: guest-account).
    if (account.temporaryUntil && account.temporaryUntil <= ctx.now()) {
      throw new AppError("invalid_credentials");
    }
    await attempt.forgive();
    if (!account.active) throw await closedAccount(ctx, account.userId);
    return { ...account, passwordHash: account.passwordHash };
  }
  // Compared for known addresses too, so that signing up with another's address reveals nothing.
  const sender = ctx.address && hashSecret(ctx.address);
  const compared = { sender, limit: SIGN_UPS_COMPARED };
  for (const signUp of await signUpsOf(ctx.db, email, ctx.now(), compared)) {
    if (await attempt.isPassword(signUp.passwordHash, password)) {
      await attempt.takeBack();
      throw new AppError("email_not_confirmed", { about: signUp.signUpId });
    }
  }
  throw new AppError("invalid_credentials");
}

/** Bears the link to contest (rule: suspended-account). */
async function closedAccount(ctx: Context, userId: string): Promise<AppError> {
  const closing = await findClosing(ctx.db, userId);
  if (!closing) return new AppError("account_suspended");
  const { id, measure, since } = closing;
  const day = formatLongDate(since);
  const what =
    measure === "suspended"
      ? `Ce compte est suspendu depuis le ${day}.`
      : `Nous avons mis fin à notre relation avec ce compte le ${day}.`;
  return new AppError("account_suspended", {
    message: `${what} L'e-mail que nous avons envoyé à son adresse donne les motifs, et dit comment contester.`,
    about: await signLink(ctx, "account-decision", id),
  });
}

export const SIGN_UPS_COMPARED = 5;
