import type Stripe from "stripe";
import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import { idOf } from "../checkouts/read-checkout.server.ts";
import { listMovements } from "../refunds/store.server.ts";
import { isDisputeOpen, isDisputeOver } from "../rules.ts";
import type { DisputeAnswer } from "../schema.ts";
import { listRefunds, type Payment } from "../store.server.ts";
import { ledgerOf, type ProviderFee, type ReadLedger } from "./rules.ts";

/** Only the provider knows its fees; without its answer they are missing. */
export async function readLedger(ctx: Context, payment: Payment): Promise<ReadLedger> {
  const [charge, disputes] = (await askProvider(ctx, payment)) ?? [null, null];
  const refunds = await listRefunds(ctx.db, payment.id);
  const movements = await listMovements(ctx.db, payment.id);
  const ledger = ledgerOf(payment, {
    ...{ refunds, movements, fees: disputes && feesOf(charge, disputes) },
    heldSince: payment.disputedAt ?? ctx.now(),
  });
  const made = [charge?.transfer, charge?.application_fee, ...(disputes ?? [])];
  return { ...ledger, objectIds: made.map(idOf).filter((id) => id !== null) };
}

async function askProvider(
  { stripe, log }: Context,
  { chargeId, paymentIntentId, disputeStatus }: Payment,
): Promise<[charge: Stripe.Charge | null, disputes: Stripe.Dispute[]] | null> {
  if (!chargeId || !paymentIntentId) return [null, []];
  try {
    const charge = await stripe.charges.retrieve(chargeId, { expand: ["balance_transaction"] });
    if (disputeStatus === null) return [charge, []];
    const { data } = await stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 });
    return [charge, data];
  } catch (error) {
    log.warn({ err: error }, "the provider does not say its fees");
    return null;
  }
}

function feesOf(charge: Stripe.Charge | null, disputes: readonly Stripe.Dispute[]): ProviderFee[] {
  const paid = charge?.balance_transaction;
  return [
    ...(typeof paid === "object" && paid ? [feeOf("card_fee", paid)] : []),
    ...disputes.flatMap((dispute) =>
      dispute.balance_transactions.map((moved) => feeOf("dispute_fee", moved)),
    ),
  ].filter(({ amountCents }) => amountCents !== 0);
}

function feeOf(
  kind: ProviderFee["kind"],
  { fee, created }: Stripe.BalanceTransaction,
): ProviderFee {
  return { kind, amountCents: cents(fee), at: new Date(created * 1_000) };
}

/** @throws Error when the payment has no dispute. */
export function readDisputes(
  paymentId: string,
  disputes: readonly Stripe.Dispute[],
): DisputeAnswer {
  const present = disputes.find(({ status }) => isDisputeOpen(status)) ?? disputes[0];
  if (!present) throw new Error(`payment ${paymentId} has no dispute`);
  const { id, status, reason, amount, created, balance_transactions: moved } = present;
  const dueBy = isDisputeOver(status) ? null : present.evidence_details.due_by;
  const lost = disputes.filter((one) => one.status === "lost");
  return {
    status,
    dueAt: dueBy === null ? null : new Date(dueBy * 1_000),
    about: {
      disputeId: id,
      disputedAt: new Date(created * 1_000),
      disputeReason: reason,
      disputedCents: cents(amount),
      disputeFeeCents:
        moved.length > 0 ? cents(moved.reduce((sum, { fee }) => sum + fee, 0)) : null,
    },
    lostCents: cents(lost.reduce((sum, one) => sum + one.amount, 0)),
  };
}
