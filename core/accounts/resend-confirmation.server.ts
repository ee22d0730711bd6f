import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { limitRequests, mayMail } from "./limit-requests.server.ts";
import { emailInput } from "./schema.ts";
import { sendConfirmation } from "./send-confirmation.server.ts";
import { signUpsOf } from "./store.server.ts";

/**
 * Sends the newest sign-up of an address a new link; the links sent before keep working. Answers
 * nothing, whether or not there is one (R24).
 *
 * @param input `{ email }`
 * @throws AppError `invalid_input`, `rate_limited`.
 */
export async function resendConfirmation(ctx: Context, input: unknown): Promise<void> {
  const { email } = parseInput(emailInput, input);
  await limitRequests(ctx, "resend-confirmation");
  const [newest] = await signUpsOf(ctx.db, email, ctx.now(), 1);
  if (newest && (await mayMail(ctx, "confirm-email", email))) {
    await sendConfirmation(ctx, email, newest);
  }
}
