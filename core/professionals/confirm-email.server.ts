import { type ConfirmedSignUp, confirmSignUp } from "../accounts/sign-up/confirm-sign-up.server.ts";
import type { Context } from "../context.server.ts";
import { ensureProfessional } from "./create-professional.server.ts";

/**
 * Follows the link of a sign-up, and keeps what a professional told of their business there. Where that
 * cannot be kept, the account stands without it.
 *
 * @param input `{ token, password }`
 * @throws AppError as {@link confirmSignUp}.
 */
export function confirmEmail(ctx: Context, input: unknown): Promise<ConfirmedSignUp> {
  return confirmSignUp(ctx, input, async (tx, userId, business) => {
    try {
      await tx.transaction((savepoint) => ensureProfessional(ctx, savepoint, userId, business));
    } catch (error) {
      ctx.log.warn({ err: error, userId }, "the professional profile of a sign-up was not kept");
    }
  });
}
