import { z } from "zod";
import { cancelForSomebody } from "../../bookings/cancellation/cancel-for-somebody.server.ts";
import type { Context } from "../../context.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { bookingInput } from "../schema.ts";
import { sendConfirmationAgain } from "./send-confirmation-again.server.ts";

const shown = z.coerce.number().int().min(0).optional();
const decisionInput = bookingInput.extend({
  decision: z.enum(["client", "professional", "again"], "Choisissez ce qu'il faut faire."),
  /** The refunds that the operator was shown for either side, in cents. */
  clientCents: shown,
  professionalCents: shown,
  reason: requiredReason,
});
type Decision = z.output<typeof decisionInput>["decision"];

/** What was done, as the toast says it. */
const DONE: Record<Decision, string> = {
  client: "Réservation annulée",
  professional: "Réservation annulée",
  again: "Confirmation renvoyée",
};

/**
 * Does what an operator has chosen about a booking: cancels it for one of its sides, or sends its
 * confirmation again. For operators of the assistance.
 *
 * @returns what was done, in words.
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict`.
 */
export async function decideBooking(ctx: Context, input: unknown): Promise<string> {
  requireOperator(ctx);
  const { bookingId, decision, reason, ...cents } = parseInput(decisionInput, input);
  if (decision === "again") {
    await sendConfirmationAgain(ctx, { bookingId, reason });
    return DONE.again;
  }
  const refundCents = cents[`${decision}Cents`];
  await cancelForSomebody(ctx, { bookingId, side: decision, refundCents, reason });
  return DONE[decision];
}
