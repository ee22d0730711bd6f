import { z } from "zod";
import { TWO_PEOPLE_FROM_CENTS } from "../bookings/goodwill/rules.ts";
import { type ReturnProof, returnProof, typedAmount } from "../bookings/goodwill/schema.ts";
import {
  askSecondPerson,
  dropWaiting,
  keepProof,
} from "../bookings/goodwill/second-person.server.ts";
import { lockWithPayment } from "../bookings/lock-with-payment.server.ts";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { cents } from "../money.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { findPayment } from "../payments/find-payment.server.ts";
import { reviewLabel } from "../payments/labels.ts";
import { askRefund } from "../payments/refunds/ask-refund.server.ts";
import {
  findOwed,
  NOT_REVIEWED,
  notedOf,
  requirePossible,
} from "../payments/refunds/note-return.server.ts";
import { retryRefund } from "../payments/refunds/owe-refund.server.ts";
import { type Noted, noteReturn } from "./returns/note-return.server.ts";

const reviewInput = z.object({
  paymentId: z.uuid(),
  decision: z.enum(["refund", "accept"], "Choisissez ce que devient l'argent."),
  /** How much was given back by other means, of which the provider knows nothing. */
  amount: z
    .string()
    .trim()
    .transform((typed) => typed || undefined)
    .pipe(typedAmount.optional())
    .optional(),
  reason: requiredReason,
});
/** The proof is asked for once the payment says that something is owed. */
type Typed = z.input<typeof reviewInput> & Partial<Record<keyof ReturnProof, string>>;

/**
 * Decides about a payment under review (rule: payment-review). `refund` asks the provider again for a
 * refund that it refused, or that failed; `accept` takes the operator's word that the payer has an
 * amount by other means, or all that is owed where none is said, with the day, the means and the
 * reference of it. The review ends once nothing is owed any more, and with it the booking, unless only
 * a part was owed: of that, the amount has to be said, or to stand at the provider's dashboard. From
 * 100 € on for one payment the word is proposed, and waits in the queue for somebody else; the sum is
 * owed until then. For operators of the finance role.
 *
 * @returns whether it is decided, else it waits for somebody else; and whether the provider did not
 * answer to a refund that was asked for, so that a job goes on asking.
 * @throws AppError `invalid_input`, `forbidden`, `not_found`, `conflict` (not under review, no refund
 * of ours has failed, the provider refuses it again, a part that nobody says they have given back, or
 * the same waits already).
 */
export async function decideReview(
  ctx: Context,
  input: Typed,
): Promise<{ decided: boolean; isSilent?: boolean }> {
  requireOperator(ctx, "finance");
  const { paymentId, decision, amount, reason } = parseInput(reviewInput, input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  if (payment.status !== "review") throw new AppError("conflict", { message: NOT_REVIEWED });
  if (decision === "refund") {
    const refundIds = await retryRefund(ctx, paymentId, async (tx) => {
      const { row } = await lockWithPayment(tx, payment.reference);
      await dropWaiting(ctx, tx, paymentId, "return");
      await recordAct(ctx, tx, {
        ...{ act: "refund_asked", object: { kind: "payment", id: paymentId }, reason },
        personId: row.clientId,
        before: { status: payment.status, reviewReason: payment.reviewReason },
        after: { decision },
      });
    });
    return { decided: true, ...(await askNow(ctx, paymentId, refundIds)) };
  }
  const owed = await findOwed(ctx.db, payment);
  // A part stands at the dashboard, unless somebody says how much of it does not.
  const amountCents = amount ?? (owed.isPart ? cents(0) : owed.amountCents);
  requirePossible(owed, amountCents);
  const proof = amountCents > 0 ? parseProof(ctx, input) : null;
  if (proof && (await notedOf(ctx.db, paymentId)) + amountCents >= TWO_PEOPLE_FROM_CENTS) {
    await propose(ctx, { payment, amountCents, reason, proof });
    return { decided: false };
  }
  await noteReturn(ctx, { payment, amountCents, reason, proof }, async (tx, refundId) => {
    if (!proof) return;
    const bookingId = payment.reference;
    const noted = { kind: "return", bookingId, paymentId, amountCents, reason } as const;
    await keepProof(ctx, tx, { ...noted, ...proof, refundId });
    if ((await notedOf(tx, paymentId)) >= TWO_PEOPLE_FROM_CENTS) {
      throw new AppError("conflict", { message: MEANWHILE });
    }
  });
  return { decided: true };
}

/** @throws AppError `invalid_input` for a day that is still to come, too. */
function parseProof(ctx: Context, input: Typed): ReturnProof {
  const isPast = (day: string) => day <= dayKey(ctx.now());
  const madeOn = returnProof.madeOn.refine(isPast, "Ce jour n'est pas encore venu.");
  return parseInput(z.object({ ...returnProof, madeOn }), input);
}

/**
 * Asks the provider at once, since the operator waits for its answer.
 *
 * @throws AppError `conflict` when it refuses.
 */
async function askNow(ctx: Context, paymentId: string, refundIds: readonly string[]) {
  try {
    for (const refundId of refundIds) await askRefund(ctx, { refundId }, applyPayment);
  } catch (error) {
    ctx.log.warn({ err: error, paymentId }, "the provider did not answer to a refund asked again");
    return { isSilent: true };
  }
  const after = await findPayment(ctx.db, { id: paymentId });
  if (after?.status === "review") {
    throw new AppError("conflict", { message: reviewLabel(after.reviewReason ?? "") });
  }
  return {};
}

/** Lays the word of this operator before a second person, since it is above their limit. */
function propose(
  ctx: Context,
  { payment, amountCents, reason, proof }: Omit<Noted, "proof"> & { proof: ReturnProof },
): Promise<void> {
  const { id: paymentId, reference: bookingId } = payment;
  return ctx.db.transaction(async (tx) => {
    const { row } = await lockWithPayment(tx, bookingId);
    const noted = { kind: "return", bookingId, paymentId, amountCents, reason } as const;
    await askSecondPerson(ctx, tx, { ...noted, ...proof });
    await recordAct(ctx, tx, {
      ...{ act: "return_proposed", object: { kind: "payment", id: paymentId } },
      ...{ personId: row.clientId, reason, after: { amountCents, ...proof } },
    });
  });
}

const MEANWHILE = "Quelqu'un vient de noter un remboursement ici : relisez ce qui reste dû.";
