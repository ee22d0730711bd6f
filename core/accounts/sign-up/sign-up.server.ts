import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { hashPassword, waitForTurn } from "../hash-password.server.ts";
import { limitByAddress } from "../limit-logins.server.ts";
import { rolesOf } from "../rules.ts";
import { signUpInput } from "../schema.ts";
import { sendConfirmation } from "./send-confirmation.server.ts";

/**
 * Nothing exists before the mailbox is proved; every address gets one answer (rules: mailbox-proof,
 * same-answer). `id` is the user's id once confirmed. `isMailed`: false beyond the mailbox's limit.
 * @throws AppError `rate_limited` by network address, `busy` while too many passwords wait.
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
