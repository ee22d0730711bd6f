import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { formatDate } from "../../dates.ts";
import { formatPrice } from "../../money.ts";
import { ACT_WORDS } from "../../operators/acts/labels.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import type { ActView } from "../../operators/acts/schema.ts";
import type { Payment } from "../../payments/find-payment.server.ts";
import { disputeLabel, disputeReasonLabel, refusalLabel } from "../../payments/labels.ts";
import type { ReadLedger } from "../../payments/ledger/rules.ts";
import { eventName, MAIL_STATES, mailName, REFUND_STATE_NAMES } from "../labels.ts";
import type { Happening } from "../schema.ts";
import {
  listEventsAbout,
  listEventsOf,
  listMailsAbout,
  listMailsTo,
  listMovements,
  listPayments,
  listReclaims,
  listRefunds,
} from "./store.server.ts";

type MailRow = Awaited<ReturnType<typeof listMailsTo>>[number];
type EventRow = Awaited<ReturnType<typeof listEventsOf>>[number];

function tellMail({ kind, to, status, createdAt, sentAt, lastError }: MailRow): Happening {
  const why = status === "sent" ? null : lastError;
  const more = [to || "destinataire effacé", MAIL_STATES[status], why].filter(Boolean).join(", ");
  return { at: sentAt ?? createdAt, what: `E-mail : ${mailName(kind)}`, more, source: "mail" };
}

export async function tellMailsAbout(db: Executor, bookingId: string): Promise<Happening[]> {
  return (await listMailsAbout(db, bookingId)).map(tellMail);
}

export async function tellMailsTo(db: Executor, email: string): Promise<Happening[]> {
  return (await listMailsTo(db, email)).map(tellMail);
}

function tellEvent({ id, type, receivedAt, processedAt, lastError }: EventRow): Happening {
  const state = processedAt ? null : (lastError ?? "pas encore traité");
  const more = [id, state].filter(Boolean).join(", ");
  return { at: receivedAt, what: `Stripe : ${eventName(type)}`, more, source: "provider" };
}

export async function tellEventsAbout(
  db: Executor,
  objectIds: readonly string[],
): Promise<Happening[]> {
  return objectIds.length === 0 ? [] : (await listEventsAbout(db, objectIds)).map(tellEvent);
}

export async function tellEventsOf(db: Executor, account: string | null): Promise<Happening[]> {
  return account === null ? [] : (await listEventsOf(db, account)).map(tellEvent);
}

export function tellActs(acts: readonly ActView[]): Happening[] {
  return acts.map(({ at, act, operator, details }) => {
    const more = [operator, details?.reason].filter(Boolean).join(" : ");
    return { at, what: ACT_WORDS[act], more, source: "operator" };
  });
}

/** Leaves out what has not happened. */
export function toldByUs(
  told: readonly { at: Date | null; what: string; more: string | null }[],
): Happening[] {
  return told.flatMap(({ at, ...rest }) => (at ? [{ at, ...rest, source: "ours" }] : []));
}

/** Newest first; of one instant, what was told last. */
export function inOrder(happenings: readonly Happening[]): Happening[] {
  return happenings.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

const MOVEMENTS = {
  reversal: "Repris au professionnel",
  fee_refund: "Commission rendue",
  dispute: "Repris par la banque du client",
} as const;

/** With their money, the provider's events and the operators' acts. */
export async function tellPayments(
  ctx: Context,
  bookingId: string,
  /** Further objects of the provider's, whose events are told too. */
  objectIds: readonly string[] = [],
): Promise<{ payments: PaymentRow[]; happenings: Happening[]; acts: ActView[] }> {
  const payments = await listPayments(ctx.db, bookingId);
  if (payments.length === 0) return { payments, happenings: [], acts: [] };
  const ids = payments.map(({ id }) => id);
  const refunds = await listRefunds(ctx.db, ids);
  const movements = await listMovements(ctx.db, ids);
  const objects = [
    ...objectIds,
    ...payments.flatMap((one) => [one.checkoutSessionId, one.paymentIntentId, one.chargeId]),
    ...payments.map(({ disputeId }) => disputeId),
    ...refunds.map(({ stripeRefundId }) => stripeRefundId),
  ].filter((id) => id !== null);
  const acts = (
    await Promise.all(ids.map((id) => listActsOn(ctx, { kind: "payment", id })))
  ).flat();
  const happenings = [
    ...payments.flatMap(tellOnePayment),
    ...refunds.flatMap(tellRefund),
    ...movements.map(({ kind, amountCents, createdAt }): Happening => {
      const more = formatPrice(amountCents);
      return { at: createdAt, what: MOVEMENTS[kind], more, source: "ours" };
    }),
    ...(await listReclaims(ctx.db, ids)).flatMap(tellRefusal),
    ...(await tellEventsAbout(ctx.db, objects)),
    ...tellActs(acts),
  ];
  return { payments, happenings, acts };
}

function tellOnePayment(payment: PaymentRow): Happening[] {
  const more = formatPrice(payment.amountCents);
  const { disputeStatus, disputedCents, disputeFeeCents } = payment;
  const contested = [
    disputedCents !== null && formatPrice(disputedCents),
    disputeReasonLabel(payment.disputeReason),
  ];
  const told = [
    {
      at: payment.createdAt,
      what: "Paiement demandé",
      more: payment.termsSince
        ? `${more}, conditions du ${formatDate(new Date(payment.termsSince))} acceptées`
        : more,
    },
    { at: payment.abandonedAt, what: "Paiement abandonné", more: null },
    { at: payment.processingAt, what: "Paiement à la banque, qui décide", more },
    { at: payment.paidAt, what: "Encaissé", more },
    {
      at: payment.disputedAt,
      what: "Paiement contesté",
      more: contested.filter(Boolean).join(", "),
    },
    {
      at: payment.disputeEndedAt,
      what: `Contestation : ${disputeLabel(disputeStatus ?? "")}`,
      more: disputeFeeCents ? `frais de litige : ${formatPrice(disputeFeeCents)}` : null,
    },
  ];
  return toldByUs(told);
}

/** Once made, it is a movement; its decision is an act. */
function tellRefusal({
  settledAt,
  refusedCode,
  amountCents,
}: Awaited<ReturnType<typeof listReclaims>>[number]): Happening[] {
  if (!settledAt || !refusedCode) return [];
  const what = `Reprise au professionnel refusée, ${refusalLabel(refusedCode)}`;
  return [{ at: settledAt, what, more: formatPrice(amountCents), source: "ours" }];
}

function tellRefund(refund: Awaited<ReturnType<typeof listRefunds>>[number]): Happening[] {
  const { createdAt, settledAt, amountCents, status, refusedCode, stripeRefundId } = refund;
  const more = formatPrice(amountCents);
  if (status === "succeeded" && stripeRefundId === null) {
    return [{ at: createdAt, what: "Rendu autrement que par Stripe", more, source: "ours" }];
  }
  const asked = { at: createdAt, what: "Remboursement demandé", more, source: "ours" as const };
  if (!settledAt) return [asked];
  const code = refusedCode ? `, ${refusalLabel(refusedCode)}` : "";
  const what = `Remboursement ${REFUND_STATE_NAMES[status]}${code}`;
  return [asked, { at: settledAt, what, more, source: "ours" }];
}

export async function tellPayment(
  ctx: Context,
  { payment, ledger }: { payment: Payment; ledger: ReadLedger },
): Promise<Happening[]> {
  const { happenings } = await tellPayments(ctx, payment.reference, ledger.objectIds);
  return inOrder([...happenings, ...(await tellMailsAbout(ctx.db, payment.reference))]);
}
