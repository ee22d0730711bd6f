import type { Context } from "../../context.server.ts";
import { formatPrice } from "../../money.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import type { ActView } from "../../operators/acts/schema.ts";
import { REFUND_STATE_NAMES } from "../labels.ts";
import type { Happening } from "../schema.ts";
import { listMovements, listPayments, listRefunds } from "./store.server.ts";
import { tellActs, tellEventsAbout } from "./tell-sources.server.ts";

type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

const MOVEMENTS = {
  reversal: "Repris au professionnel",
  fee_refund: "Commission rendue",
  dispute: "Repris par la banque du client",
} as const;

/**
 * The payments of a booking, with their money, the provider's events about them and what operators
 * did with them.
 */
export async function tellPayments(
  ctx: Context,
  bookingId: string,
): Promise<{ payments: PaymentRow[]; happenings: Happening[]; acts: ActView[] }> {
  const payments = await listPayments(ctx.db, bookingId);
  if (payments.length === 0) return { payments, happenings: [], acts: [] };
  const ids = payments.map(({ id }) => id);
  const refunds = await listRefunds(ctx.db, ids);
  const movements = await listMovements(ctx.db, ids);
  const objects = [
    ...payments.flatMap((one) => [one.checkoutSessionId, one.paymentIntentId, one.chargeId]),
    ...refunds.map(({ stripeRefundId }) => stripeRefundId),
  ].filter((id) => id !== null);
  const acts = (
    await Promise.all(ids.map((id) => listActsOn(ctx, { kind: "payment", id })))
  ).flat();
  const happenings = [
    ...payments.flatMap(tellPayment),
    ...refunds.flatMap(tellRefund),
    ...movements.map(({ kind, amountCents, createdAt }): Happening => {
      const more = formatPrice(amountCents);
      return { at: createdAt, what: MOVEMENTS[kind], more, source: "ours" };
    }),
    ...(await tellEventsAbout(ctx.db, objects)),
    ...tellActs(acts),
  ];
  return { payments, happenings, acts };
}

function tellPayment(payment: PaymentRow): Happening[] {
  const more = formatPrice(payment.amountCents);
  const told = [
    { at: payment.createdAt, what: "Paiement demandé", more },
    { at: payment.abandonedAt, what: "Paiement abandonné", more: null },
    { at: payment.processingAt, what: "Paiement à la banque, qui décide", more },
    { at: payment.paidAt, what: "Encaissé", more },
  ];
  return told.flatMap(({ at, ...rest }) => (at ? [{ at, ...rest, source: "ours" as const }] : []));
}

function tellRefund(refund: Awaited<ReturnType<typeof listRefunds>>[number]): Happening[] {
  const { createdAt, settledAt, amountCents, status, refusedCode } = refund;
  const more = formatPrice(amountCents);
  const asked = { at: createdAt, what: "Remboursement demandé", more, source: "ours" as const };
  if (!settledAt) return [asked];
  const code = refusedCode ? `, ${refusedCode}` : "";
  const what = `Remboursement ${REFUND_STATE_NAMES[status]}${code}`;
  return [asked, { at: settledAt, what, more, source: "ours" }];
}
