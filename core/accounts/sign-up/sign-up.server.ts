import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { hashPassword, waitForTurn } from "../hash-password.server.ts";
import { limitByAddress } from "../limit-by-address.server.ts";
import { rolesOf } from "../rules.ts";
import { signUpInput } from "../schema.ts";
import { sendConfirmation } from "./send-confirmation.server.ts";

/**
 * Accepts a registration. It is kept aside until the link sent to the mailbox is opened and the
 * password typed again: before that nothing exists under that address, so nobody can prepare an
 * account for somebody else (rule: mailbox-proof). Known and unknown addresses take the same steps
 * and get the same answer (rule: same-answer); the mail alone tells its owner which it was.
 *
 * @param input `{ firstName, lastName, phone?, email, password, confirmPassword?, userType,
 * professionalInfo?, suite?, favori? }`: `suite` is the path that the confirmation leads to,
 * `favori` the session that it adds to the favourites.
 * @returns `id`: the user's id once confirmed, and the key that `resendConfirmation` takes.
 * `isMailed`: false when the mailbox has had enough mails; the sign-up waits all the same.
 * @throws AppError `invalid_input`, `rate_limited`, `busy`.
 */
export async function signUp(
  ctx: Context,
  input: unknown,
): Promise<{ id: string; email: string; isMailed: boolean }> {
  const {
    email,
    password,
    confirmPassword: _,
    userType,
    ...person
  } = parseInput(signUpInput, input);
  await waitForTurn(ctx);
  await limitByAddress(ctx, "sign-up");
  const signUpId = newId();
  const passwordHash = await hashPassword(ctx, password);
  const isMailed = await sendConfirmation(ctx, email, {
    signUpId,
    passwordHash,
    ...rolesOf(userType),
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phone ?? null,
    professionalInfo: person.professionalInfo ?? null,
    sender: ctx.address && hashSecret(ctx.address),
    signedUpAt: ctx.now().toISOString(),
    ...(person.suite && { next: person.suite }),
    ...(person.favori && { favorite: person.favori }),
  });
  return { id: signUpId, email, isMailed };
}
