import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Executor, hasId, type Transaction } from "#platform/postgres.server.ts";
import { bookings, goodwillProposals, operators, payments } from "../../tables.server.ts";
import type { GoodwillProposal, ProposalKind, ReturnProof } from "./schema.ts";

const PROOF = sql<ReturnProof | null>`case when ${goodwillProposals.means} is not null then
  jsonb_build_object('madeOn', ${goodwillProposals.madeOn}, 'means', ${goodwillProposals.means},
    'reference', ${goodwillProposals.reference}) end`;

function selectProposals(db: Executor, which: SQL | undefined): Promise<GoodwillProposal[]> {
  return db
    .select({
      id: goodwillProposals.id,
      kind: sql<ProposalKind>`case when ${goodwillProposals.means} is not null then 'return'
        when ${goodwillProposals.paymentId} is null then 'gift' else 'loss' end`,
      bookingId: goodwillProposals.bookingId,
      paymentId: goodwillProposals.paymentId,
      evidenceDueAt: sql<Date | null>`case when ${goodwillProposals.means} is null
        then ${payments.disputeDueAt} end`.mapWith(payments.disputeDueAt),
      amountCents: goodwillProposals.amountCents,
      reason: goodwillProposals.reason,
      proof: PROOF,
      proposedBy: goodwillProposals.proposedBy,
      proposer: sql<string>`coalesce(${operators.name}, 'cli')`,
      title: sql<string>`${bookings.sold} ->> 'title'`,
      clientId: bookings.clientId,
      buyerEmail: bookings.buyerEmail,
      priceCents: bookings.pricePaidCents,
      createdAt: goodwillProposals.createdAt,
      granted: goodwillProposals.granted,
      answer: goodwillProposals.answer,
    })
    .from(goodwillProposals)
    .innerJoin(bookings, eq(bookings.id, goodwillProposals.bookingId))
    .leftJoin(operators, eq(operators.id, goodwillProposals.proposedBy))
    .leftJoin(payments, eq(payments.id, goodwillProposals.paymentId))
    .where(which)
    .orderBy(asc(goodwillProposals.createdAt));
}

const isOpen = isNull(goodwillProposals.decidedAt);
const isKept = sql`${goodwillProposals.granted} is not false`;
const isGift = isNull(goodwillProposals.paymentId);
const isReturn = isNotNull(goodwillProposals.means);
const isLoss = and(isNotNull(goodwillProposals.paymentId), isNull(goodwillProposals.means));

/** A loss waits as long as its bank does, and the note of a return as long as the review. */
export function listOpen(db: Executor): Promise<GoodwillProposal[]> {
  const isContested = eq(payments.disputeStatus, "needs_response");
  const isReviewed = eq(payments.status, "review");
  return selectProposals(
    db,
    or(and(isGift, isOpen), and(isLoss, isContested, isKept), and(isReturn, isReviewed, isOpen)),
  );
}

export async function findProposal(db: Executor, id: string): Promise<GoodwillProposal | null> {
  const [found] = await selectProposals(db, eq(goodwillProposals.id, id));
  return found ?? null;
}

/** Finds it by booking if it is a gift, by payment otherwise; a granted loss still waits. */
export async function findOpen(
  db: Executor,
  kind: ProposalKind,
  id: string,
): Promise<GoodwillProposal | null> {
  const { bookingId, paymentId } = goodwillProposals;
  const which = {
    gift: and(eq(bookingId, id), isGift, isOpen),
    loss: and(eq(paymentId, id), isLoss, isKept),
    return: and(eq(paymentId, id), isReturn, isOpen),
  };
  const [found] = await selectProposals(db, which[kind]);
  return found ?? null;
}

export async function dropOpen(
  tx: Transaction,
  paymentId: string,
  kind: "loss" | "return",
  end: Omit<Decision, "granted">,
): Promise<void> {
  const ofPayment = eq(goodwillProposals.paymentId, paymentId);
  await tx
    .update(goodwillProposals)
    .set({ granted: false, ...end })
    .where(and(ofPayment, kind === "loss" ? isLoss : isReturn, isOpen));
}

export async function insertProposal(
  tx: Transaction,
  proposal: typeof goodwillProposals.$inferInsert,
): Promise<void> {
  const isReturn = Boolean(proposal.means);
  await tx.insert(goodwillProposals).values({ ...proposal, isReturn });
}

export async function findProof(db: Executor, refundId: string): Promise<ReturnProof | null> {
  const [row] = await db
    .select({ proof: PROOF })
    .from(goodwillProposals)
    .where(hasId(goodwillProposals.refundId, refundId));
  return row?.proof ?? null;
}

export interface Decision {
  granted: boolean;
  answer: string;
  decidedAt: Date;
  decidedBy: string | null;
  refundId?: string | null;
}

export async function endProposal(tx: Transaction, id: string, end: Decision): Promise<boolean> {
  const { rowCount } = await tx
    .update(goodwillProposals)
    .set(end)
    .where(and(eq(goodwillProposals.id, id), isOpen));
  return rowCount === 1;
}

/** Null unless they still work here. */
export async function findOperatorEmail(db: Executor, id: string): Promise<string | null> {
  const [row] = await db
    .select({ email: operators.email })
    .from(operators)
    .where(and(eq(operators.id, id), isNull(operators.closedAt)));
  return row?.email ?? null;
}
