import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { commissionOfPart } from "../../commission.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, cents, formatPrice } from "../../money.ts";
import { keptOf } from "../rules.ts";
import type { Change, Payment, Refund } from "../store.server.ts";
import { leftOf } from "./refund-payment.server.ts";
import {
  insertRefund,
  listToRedo,
  markRedone,
  sumOutsideSince,
  sumResold,
} from "./store.server.ts";

export { sumOutsideRefunds } from "./store.server.ts";

export interface Owed {
  amountCents: Cents;
  /** The rest is kept, and so is what was booked. */
  isPart: boolean;
  /** False where the payment itself was not believed. */
  hasFailed: boolean;
}

/** What has not come back to the payer in any way yet. */
export async function findOwed(db: Executor, payment: Payment): Promise<Owed> {
  const failed = await listToRedo(db, payment.id);
  const [first] = failed;
  if (!first) return { amountCents: keptOf(payment), isPart: false, hasFailed: false };
  const left = await leftOf(db, payment);
  const isPart = failed.every(({ seats }) => seats !== null);
  if (!isPart) return { amountCents: left, isPart, hasFailed: true };
  const parts = failed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const given = await sumOutsideSince(db, payment.id, first.createdAt);
  const amountCents = cents(Math.min(left, Math.max(0, parts - given)));
  return { amountCents, isPart, hasFailed: true };
}

/**
 * The provider does not know it; the review ends once nothing is owed (rule: payment-review).
 * @throws AppError `conflict` when not under review, or while a part is owed that nobody says they
 * have given back; `invalid_input` for more than is owed.
 */
export async function recordOutsideRefund(
  ctx: Context,
  tx: Transaction,
  payment: Payment,
  { refundId, amountCents, rate }: { refundId: string; amountCents: Cents; rate: number },
): Promise<Change> {
  if (payment.status !== "review") throw new AppError("conflict", { message: NOT_REVIEWED });
  const owed = await findOwed(tx, payment);
  requirePossible(owed, amountCents);
  const outsideId = amountCents > 0 ? refundId : null;
  if (outsideId) {
    const commissionCents = await commissionOf(tx, payment, { amountCents, rate });
    await insertRefund(tx, {
      ...{ id: outsideId, paymentId: payment.id, amountCents, reason: "outside" },
      ...{ status: "succeeded", settledAt: ctx.now(), commissionCents },
    });
    if (commissionCents !== null) await ctx.jobs.send(tx, "ask-refund", { refundId: outsideId });
  }
  const changes = { refundedCents: cents(payment.refundedCents + amountCents) };
  if (amountCents < owed.amountCents) return { event: null, changes, outsideId };
  if (!owed.isPart) return { event: "refund_done", changes, outsideId };
  await markRedone(tx, payment.id, ctx.now());
  return { event: "part_retried", changes, outsideId };
}

/** Null where nothing is the professional's any more; a failed refund's part stays taken. */
async function commissionOf(
  tx: Transaction,
  payment: Payment,
  { amountCents, rate }: { amountCents: Cents; rate: number },
): Promise<Cents | null> {
  if (payment.destinationAccount === null) return null;
  const failed = await listToRedo(tx, payment.id);
  const isTaken = (one: Refund) =>
    one.reversedAt !== null || (one.commissionCents === null && one.stripeRefundId !== null);
  const untaken = failed.reduce((sum, one) => sum + (isTaken(one) ? 0 : one.amountCents), 0);
  const given = failed[0] ? await sumOutsideSince(tx, payment.id, failed[0].createdAt) : 0;
  const most = failed.length === 0 ? amountCents : Math.max(0, untaken - given);
  const theirs = cents(Math.min(amountCents, most));
  if (theirs === 0) return null;
  const resoldCents = await sumResold(tx, payment.id);
  const fee = commissionOfPart(keptOf(payment), theirs, { rate, resoldCents });
  return cents(amountCents - theirs + fee);
}

/** @throws AppError as {@link recordOutsideRefund}. */
export function requirePossible(owed: Owed, amountCents: Cents): void {
  if (amountCents > owed.amountCents) {
    const most = `Il manque ${formatPrice(owed.amountCents)} au client : pas davantage.`;
    throw new AppError("invalid_input", { fields: { amount: [most] } });
  }
  if (!owed.hasFailed && amountCents < owed.amountCents) {
    throw new AppError("invalid_input", { fields: { amount: [NOTHING_FAILED] } });
  }
  if (amountCents === 0 && owed.amountCents > 0) {
    throw new AppError("conflict", { message: PART_IS_OWED });
  }
}

export const NOT_REVIEWED = "Ce paiement n'attend aucune décision.";
const NOTHING_FAILED =
  "Aucun remboursement n'a échoué ici : laissez ce champ vide, tout est noté comme rendu.";
const PART_IS_OWED =
  "Une partie seulement est due, et la réservation tient : dites le montant rendu par virement, rendez cette partie au tableau de bord de Stripe, ou demandez-la de nouveau.";
