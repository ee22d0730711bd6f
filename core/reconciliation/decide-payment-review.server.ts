import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { lockWithPayment } from "../bookings/find-own-booking.server.ts";
import {
  proposalDecision,
  type ReturnProof,
  returnProof,
  typedAmount,
} from "../bookings/goodwill/schema.ts";
import {
  askSecondPerson,
  dropWaiting,
  grantProposal,
  keepProof,
  refuseProposal,
  requireProposal,
} from "../bookings/goodwill/second-person.server.ts";
import { applyPayment } from "../bookings/payment/apply-payment.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError, isAppError } from "../errors.ts";
import { type Cents, cents } from "../money.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { notify } from "../payments/checkouts/settle-payment.server.ts";
import { findPayment, type Payment } from "../payments/find-payment.server.ts";
import { reviewLabel } from "../payments/labels.ts";
import { askRefund } from "../payments/refunds/ask-refund.server.ts";
import {
  findOwed,
  NOT_REVIEWED,
  requirePossible,
  sumOutsideRefunds,
} from "../payments/refunds/record-outside-refund.server.ts";
import { retryRefund } from "../payments/refunds/refund-payment.server.ts";
import { OUTSIDE_REFUND_NEEDS_TWO_FROM } from "./rules.ts";

/**
 * Tells both sides and writes the act down, in one transaction (rule: payment-review).
 * @param proof null where the provider's dashboard shows what was owed.
 * @param permit runs once the amount is written as the refund with this id.
 * @throws AppError `conflict` and `invalid_input` as the payments' own `recordOutsideRefund`.
 */
export async function writeOutsideRefund(
  ctx: Context,
  { payment, amountCents, reason, proof }: Noted,
  permit: (tx: Transaction, refundId: string) => Promise<void>,
): Promise<void> {
  const { id: paymentId, reference, status, reviewReason } = payment;
  const { row } = await ctx.db.transaction((tx) => lockWithPayment(tx, reference));
  const { commissionRate: rate, clientId: personId } = row;
  const refundId = newId();
  const update = { paymentId, event: "returned_otherwise", refundId, amountCents, rate } as const;
  await notify(ctx, update, (own, news) =>
    applyPayment(own, news, async (tx) => {
      await permit(tx, refundId);
      await recordAct(own, tx, {
        ...{ act: "refund_accepted", object: { kind: "payment", id: paymentId }, personId, reason },
        before: { status, reviewReason },
        after: { decision: "accept", amountCents, ...proof },
      });
    }),
  );
}

export interface Noted {
  payment: Payment;
  amountCents: Cents;
  reason: string;
  proof: ReturnProof | null;
}

/**
 * By somebody else than its author (rules: payment-review, goodwill).
 * @throws AppError `forbidden` to all but finance and administration, `not_found`, `conflict` for
 * one's own note, one that is decided, or when so much is not owed any more.
 */
export async function decideOutsideRefund(ctx: Context, input: z.input<typeof proposalDecision>) {
  requireOperator(ctx, "finance", "administration");
  const { proposalId, decision, reason } = parseInput(proposalDecision, input);
  const proposal = await requireProposal(ctx, proposalId, "return");
  if (decision === "refuse") {
    return ctx.db.transaction((tx) => refuseProposal(ctx, tx, proposal, reason));
  }
  const payment = await findPayment(ctx.db, { id: String(proposal.paymentId) });
  if (!payment) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  const { amountCents, proof } = proposal;
  const grant = (tx: Transaction, refundId: string) =>
    grantProposal(ctx, tx, proposal, reason, refundId);
  await writeOutsideRefund(ctx, { payment, amountCents, reason, proof }, grant).catch(
    (error: unknown) => {
      // No field of this form holds the amount.
      if (!isAppError(error)) throw error;
      throw new AppError("conflict", { message: error.fields?.amount?.[0] ?? error.message });
    },
  );
}

const reviewInput = z.object({
  paymentId: z.uuid(),
  decision: z.enum(["refund", "accept"], "Choisissez ce que devient l'argent."),
  /** By other means, of which the provider knows nothing. */
  amount: z
    .string()
    .trim()
    .transform((typed) => typed || undefined)
    .pipe(typedAmount.optional())
    .optional(),
  reason: requiredReason,
});
/** Asked for once the payment says that something is owed. */
type Typed = z.input<typeof reviewInput> & Partial<Record<keyof ReturnProof, string>>;

/**
 * `refund` asks the provider again; `accept` notes what was given back by other means, from 100 €
 * on once a second person confirms (rule: payment-review).
 * @returns whether it is decided, and whether a job goes on asking a silent provider.
 * @throws AppError `forbidden` to all but finance, `not_found`, `conflict` when not under review,
 * nothing to refund, refused again, a part nobody says they gave back, or the same waits already.
 */
export async function decideReview(ctx: Context, input: Typed) {
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
  if (
    proof &&
    (await sumOutsideRefunds(ctx.db, paymentId)) + amountCents >= OUTSIDE_REFUND_NEEDS_TWO_FROM
  ) {
    await propose(ctx, { payment, amountCents, reason, proof });
    return { decided: false };
  }
  await writeOutsideRefund(ctx, { payment, amountCents, reason, proof }, async (tx, refundId) => {
    if (!proof) return;
    const bookingId = payment.reference;
    const noted = { kind: "return", bookingId, paymentId, amountCents, reason } as const;
    await keepProof(ctx, tx, { ...noted, ...proof, refundId });
    if ((await sumOutsideRefunds(tx, paymentId)) >= OUTSIDE_REFUND_NEEDS_TWO_FROM) {
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

/** At once, since the operator waits. @throws AppError `conflict` when the provider refuses. */
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

/** For a second person, since it is above this operator's limit. */
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
