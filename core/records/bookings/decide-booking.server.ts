import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { cancelForSomebody } from "../../bookings/cancellation/cancel-booking.server.ts";
import { giveGoodwill } from "../../bookings/goodwill/give-goodwill.server.ts";
import { AMOUNT_MESSAGE, typedAmount } from "../../bookings/goodwill/schema.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { bookingInput } from "../schema.ts";
import { readBooking } from "./store.server.ts";

const againInput = bookingInput.extend({ reason: requiredReason });

/** @throws AppError `forbidden` to all but assistance, `conflict` unless confirmed. */
async function sendConfirmationAgain(ctx: Context, input: z.input<typeof againInput>) {
  requireOperator(ctx, "assistance");
  const { bookingId, reason } = parseInput(againInput, input);
  const row = await readBooking(ctx.db, bookingId);
  if (!row) throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  const { status, buyerEmail: to, clientId: personId } = row.booking;
  if (status !== "confirmed") throw new AppError("conflict");
  await ctx.db.transaction(async (tx) => {
    // The first one has the booking's own reference.
    const mail = { reference: newId(), to, data: { bookingId } };
    await enqueueMail(ctx, tx, { kind: "booking-confirmed", ...mail });
    await recordAct(ctx, tx, {
      ...{ act: "confirmation_sent", object: { kind: "booking", id: bookingId } },
      ...{ personId, reason },
    });
  });
}

const shown = z.coerce.number().int().min(0).optional();
const decisionInput = bookingInput
  .extend({
    decision: z.enum(
      ["client", "professional", "again", "goodwill"],
      "Choisissez ce qu'il faut faire.",
    ),
    /** In cents, the refunds that the operator was shown for either side. */
    clientCents: shown,
    professionalCents: shown,
    /** In euros, as typed. */
    amount: z.string().max(20).optional(),
    reason: requiredReason,
  })
  .refine(
    ({ decision, amount }) => decision !== "goodwill" || typedAmount.safeParse(amount).success,
    // Beside a missing reason, and not only once it is given.
    { path: ["amount"], error: AMOUNT_MESSAGE, when: () => true },
  );
type Decision = z.output<typeof decisionInput>["decision"];

const DONE: Record<Decision, string> = {
  client: "Réservation annulée",
  professional: "Réservation annulée",
  again: "Confirmation renvoyée",
  goodwill: "Geste commercial accordé",
};
const PROPOSED = "Geste proposé : quelqu'un de la finance doit l'accorder";

/**
 * Answers what was done, in words.
 * @throws AppError `not_found`, `forbidden` without the act's role, `conflict` when the booking
 * does not allow it.
 */
export async function decideBooking(ctx: Context, input: unknown): Promise<string> {
  requireOperator(ctx);
  const { bookingId, decision, reason, amount = "", ...cents } = parseInput(decisionInput, input);
  if (decision === "again") {
    await sendConfirmationAgain(ctx, { bookingId, reason });
    return DONE.again;
  }
  if (decision === "goodwill") {
    const { given } = await giveGoodwill(ctx, { bookingId, amount, reason });
    return given ? DONE.goodwill : PROPOSED;
  }
  const refundCents = cents[`${decision}Cents`];
  await cancelForSomebody(ctx, { bookingId, side: decision, refundCents, reason });
  return DONE[decision];
}
