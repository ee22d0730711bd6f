import { hashPassword } from "better-auth/crypto";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { completeSignUp } from "./complete-sign-up.server.ts";
import { forgiveFailures } from "./prove-password.server.ts";
import { resetInput } from "./schema.ts";
import { findReset, lockAccount, setOwnPassword, signUpsOf, takeLink } from "./store.server.ts";

/**
 * Sets the password that the owner of the mailbox has chosen (R26). The link proves the mailbox,
 * hence it confirms the e-mail too; every open login and every API token of the account ends (R25),
 * and whoever guessed at the old password does not keep its owner waiting.
 *
 * @param input `{ token, password, confirmPassword? }`
 * @throws AppError `invalid_input` with the texts of S1§5, `invalid_token`.
 */
export async function resetPassword(ctx: Context, input: unknown): Promise<void> {
  const { token, password } = parseInput(resetInput, input);
  const link = await findReset(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, link.email);
    if (!(await takeLink(tx, link.id))) throw new AppError("invalid_token");
    if (account?.active) return setOwnPassword(tx, account, passwordHash);
    // Somebody who lost the password between sign-up and confirmation.
    const [signUp] = await signUpsOf(tx, link.email, ctx.now(), 1);
    if (account || !signUp) throw new AppError("invalid_token");
    await completeSignUp(ctx, tx, link.email, signUp, passwordHash);
  });
  await forgiveFailures(ctx, link.email);
}
