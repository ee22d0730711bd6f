import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { formatPrice } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { Act } from "../../operators/acts/labels.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import type { GoodwillProposal, ProposalKind, ReturnProof } from "./schema.ts";
import * as store from "./store.server.ts";

const WORDS: Record<
  ProposalKind,
  { waiting: (amount: string) => string; unknown: string; own: string; refused: Act }
> = {
  gift: {
    waiting: (amount) =>
      `Un geste de ${amount} attend déjà, dans la file, que quelqu'un d'autre l'accorde ou le refuse.`,
    unknown: "Ce geste n'existe pas.",
    own: "Vous avez proposé ce geste : quelqu'un d'autre doit l'accorder.",
    refused: "goodwill_refused",
  },
  loss: {
    waiting: (amount) =>
      `Une perte de ${amount} attend déjà, dans la file, que quelqu'un d'autre la confirme ou la refuse.`,
    unknown: "Cette perte n'existe pas.",
    own: "Vous avez proposé cette perte : quelqu'un d'autre doit la confirmer.",
    refused: "loss_refused",
  },
  return: {
    waiting: (amount) =>
      `Un remboursement fait autrement, de ${amount}, attend déjà, dans la file, que quelqu'un d'autre le confirme ou le refuse.`,
    unknown: "Ce remboursement à confirmer n'existe pas.",
    own: "Vous avez noté ce remboursement : quelqu'un d'autre doit le confirmer.",
    refused: "return_refused",
  },
};

/**
 * Lays a payment above an operator's limit before a second person (rule: goodwill).
 * @throws AppError `conflict` while the same waits already.
 */
export async function askSecondPerson(ctx: Context, tx: Transaction, asked: Asked): Promise<void> {
  const { operatorId: proposedBy } = requireOperator(ctx);
  const { kind, ...proposal } = asked;
  const waiting = await store.findOpen(tx, kind, asked.paymentId ?? asked.bookingId);
  if (waiting) {
    const message = WORDS[kind].waiting(formatPrice(waiting.amountCents));
    throw new AppError("conflict", { message });
  }
  await store.insertProposal(tx, { id: newId(), ...proposal, proposedBy, createdAt: ctx.now() });
}

type Asked = Pick<GoodwillProposal, "kind" | "bookingId" | "paymentId" | "amountCents" | "reason"> &
  Partial<ReturnProof>;

export async function keepProof(
  ctx: Context,
  tx: Transaction,
  { kind: _, ...noted }: Asked & { refundId: string },
): Promise<void> {
  const { operatorId } = requireOperator(ctx);
  const now = ctx.now();
  await store.insertProposal(tx, {
    ...{ id: newId(), ...noted, proposedBy: operatorId, createdAt: now },
    ...{ granted: true, answer: noted.reason, decidedAt: now, decidedBy: operatorId },
  });
}

/** @throws AppError `not_found`. */
export async function requireProposal(
  ctx: Context,
  proposalId: string,
  kind: ProposalKind,
): Promise<GoodwillProposal> {
  const found = await store.findProposal(ctx.db, proposalId);
  if (found?.kind !== kind) throw new AppError("not_found", { message: WORDS[kind].unknown });
  return found;
}

/** @throws AppError `conflict` for one's own proposal, and for one that is decided. */
export async function grantProposal(
  ctx: Context,
  tx: Transaction,
  { id, kind, proposedBy }: GoodwillProposal,
  answer: string,
  refundId: string | null = null,
): Promise<void> {
  if (proposedBy === requireOperator(ctx).operatorId) {
    throw new AppError("conflict", { message: WORDS[kind].own });
  }
  await end(ctx, tx, id, { granted: true, answer, refundId });
}

/**
 * Mails the reason to whoever proposed it, unless they drop it themselves.
 * @throws AppError `conflict` for one that is decided.
 */
export async function refuseProposal(
  ctx: Context,
  tx: Transaction,
  { id, kind, bookingId, paymentId, amountCents, proposedBy, clientId }: GoodwillProposal,
  reason: string,
): Promise<void> {
  await end(ctx, tx, id, { granted: false, answer: reason });
  const isOwn = proposedBy === requireOperator(ctx).operatorId;
  const to = proposedBy === null || isOwn ? null : await store.findOperatorEmail(tx, proposedBy);
  if (to !== null) {
    const mail = { kind: "goodwill-refused", reference: id, to } as const;
    await enqueueMail(ctx, tx, { ...mail, data: { proposalId: id } });
  }
  await recordAct(ctx, tx, {
    act: WORDS[kind].refused,
    object: paymentId ? { kind: "payment", id: paymentId } : { kind: "booking", id: bookingId },
    ...{ personId: clientId, reason, after: { amountCents } },
  });
}

async function end(
  ctx: Context,
  tx: Transaction,
  id: string,
  how: Omit<store.Decision, "decidedAt" | "decidedBy">,
): Promise<void> {
  const { operatorId: decidedBy } = requireOperator(ctx);
  if (await store.endProposal(tx, id, { ...how, decidedAt: ctx.now(), decidedBy })) return;
  throw new AppError("conflict", { message: "C'est déjà décidé." });
}

/** The one that waits for a payment. */
export function findWaiting(
  { db }: Context,
  kind: "loss" | "return",
  paymentId: string,
): Promise<GoodwillProposal | null> {
  return store.findOpen(db, kind, paymentId);
}

/** Ends the loss or note that waits for a payment, once something else has become of it. */
export async function dropWaiting(
  ctx: Context,
  tx: Transaction,
  paymentId: string,
  kind: "loss" | "return",
): Promise<void> {
  const { operatorId: decidedBy } = requireOperator(ctx);
  const end = { answer: OVERTAKEN[kind], decidedAt: ctx.now(), decidedBy };
  await store.dropOpen(tx, paymentId, kind, end);
}

const OVERTAKEN = {
  loss: "Les preuves ont été envoyées à la banque.",
  return: "Le remboursement a été redemandé à Stripe.",
};
