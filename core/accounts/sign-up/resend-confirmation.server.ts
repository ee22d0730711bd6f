import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { limitByAddress } from "../limit-by-address.server.ts";
import { findWaitingSignUp } from "../links/store.server.ts";
import { resendInput } from "../schema.ts";
import { sendConfirmation } from "./send-confirmation.server.ts";

/**
 * Sends one sign-up a new link of its own; the links sent before keep working. Only its maker knows
 * its id, so a link never leads to a stranger's sign-up. Answers nothing, whether or not there is
 * one (rules: same-answer, unproved-sign-up).
 *
 * @param input `{ email, signUpId }`
 * @throws AppError `invalid_input`, `rate_limited` (also when the mailbox has had enough mails).
 */
export async function resendConfirmation(ctx: Context, input: unknown): Promise<void> {
  const { email, signUpId } = parseInput(resendInput, input);
  await limitByAddress(ctx, "resend-confirmation");
  const signUp = await findWaitingSignUp(ctx.db, email, signUpId, ctx.now());
  if (!signUp || (await sendConfirmation(ctx, email, signUp))) return;
  throw new AppError("rate_limited", {
    message: "Plusieurs e-mails sont déjà partis vers cette adresse. Réessayez dans une heure.",
  });
}
