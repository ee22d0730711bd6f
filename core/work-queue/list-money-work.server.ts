import { listGoodwill } from "../bookings/goodwill/give-goodwill.server.ts";
import type { GoodwillProposal } from "../bookings/goodwill/schema.ts";
import type { Context } from "../context.server.ts";
import { formatPeriod, HOUR } from "../durations.ts";
import { formatPrice } from "../money.ts";
import {
  listDisputes,
  listRefunds,
  listReviews,
  type Payment,
} from "../payments/find-payment.server.ts";
import { disputeReasonLabel, reviewLabel } from "../payments/labels.ts";
import { KIND_NAMES, PROPOSAL_NAMES } from "./labels.ts";
import { limited, shortened } from "./rules.ts";
import type { Found } from "./schema.ts";

export async function listMoneyWork(ctx: Context): Promise<Found[]> {
  const disputes = await listDisputes(ctx);
  const disputed = new Set(disputes.map(({ id }) => id));
  const reviews = (await listReviews(ctx)).filter(({ id }) => !disputed.has(id));
  return [
    ...disputes.map(ofDispute),
    ...(await Promise.all(reviews.map((payment) => ofPayment(ctx, payment)))),
    ...(await listGoodwill(ctx)).map(ofGoodwill),
  ];
}

async function ofPayment(ctx: Context, payment: Payment): Promise<Found> {
  // The money is owed since it was first to be given back.
  const refund = (await listRefunds(ctx.db, payment.id)).find(({ status }) => status === "failed");
  return {
    ...{ kind: "payment", id: payment.id },
    name: refund ? "Remboursement refusé" : KIND_NAMES.payment,
    title: `${formatPrice(payment.amountCents)} · ${payment.description}`,
    context: payment.reviewReason ? reviewLabel(payment.reviewReason) : "",
    ...limited(refund ? "refund" : "mismatch", (refund ?? payment).createdAt),
  };
}

function ofDispute(payment: Payment): Found {
  const { disputedAt, disputedCents, disputeDueAt } = payment;
  const receivedAt = disputedAt ?? payment.createdAt;
  const why = disputeReasonLabel(payment.disputeReason);
  return {
    ...{ kind: "dispute", id: payment.id, name: KIND_NAMES.dispute },
    title: `${formatPrice(disputedCents ?? payment.amountCents)} · ${payment.description}`,
    context: why ? `Preuves attendues : ${why}` : "Preuves attendues par la banque",
    ...(disputeDueAt ? byBank(receivedAt, disputeDueAt) : limited("dispute", receivedAt)),
  };
}

function ofGoodwill(proposal: GoodwillProposal): Found {
  const { id, kind, amountCents, title, reason, proposer } = proposal;
  return {
    ...{ kind: "goodwill", id, name: PROPOSAL_NAMES[kind] },
    title: `${formatPrice(amountCents)} · ${title}`,
    context: shortened(`Proposé par ${proposer} : ${reason}`, 90),
    ...timeOf(proposal),
  };
}

/** A loss cannot wait longer than the bank does for evidence, if it is refused. */
function timeOf({ createdAt, evidenceDueAt }: GoodwillProposal) {
  const promised = limited("goodwill", createdAt);
  if (!evidenceDueAt || evidenceDueAt >= promised.dueAt) return promised;
  return byBank(createdAt, evidenceDueAt);
}

function byBank(receivedAt: Date, dueAt: Date) {
  const within = formatPeriod(Math.max(HOUR, dueAt.getTime() - receivedAt.getTime()));
  return { receivedAt, dueAt, basis: "bank" as const, within };
}
