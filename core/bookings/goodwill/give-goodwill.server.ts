import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { refundGoodwill, sumGoodwill } from "../../payments/refunds/refund-payment.server.ts";
import { stillPaidCents } from "../rules.ts";
import { findBooking, lockWithPayment } from "../store.server.ts";
import { goodwillLimit, isForGoodwill, needsSecondPerson } from "./rules.ts";
import { type GoodwillProposal, proposalDecision, proposalInput, typedAmount } from "./schema.ts";
import {
  askSecondPerson,
  grantProposal,
  refuseProposal,
  requireProposal,
} from "./second-person.server.ts";
import { findProposal, listOpen } from "./store.server.ts";

const TOO_SOON =
  "Un geste est possible une fois la réservation passée ou annulée, payée, et sans litige en cours : avant, annulez-la.";
const goodwillInput = z.object({
  bookingId: z.uuid(),
  amount: typedAmount,
  reason: requiredReason,
});

/**
 * Gives it within the operator's limit; above, a second person decides (rule: goodwill).
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict`.
 */
export async function giveGoodwill(
  ctx: Context,
  input: z.input<typeof goodwillInput>,
): Promise<{ given: boolean }> {
  const { roles } = requireOperator(ctx);
  const { bookingId, amount: amountCents, reason } = parseInput(goodwillInput, input);
  if (goodwillLimit(roles) === 0) throw new AppError("forbidden");
  if (!(await findBooking(ctx.db, bookingId))) {
    throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  }
  return ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    const gift = { payment, row, amountCents, reason };
    const paid = requirePossible(ctx, gift);
    const given = await sumGoodwill(tx, paid.id);
    if (!needsSecondPerson(roles, { given, amount: amountCents })) {
      await giveGift(ctx, tx, gift);
      return { given: true };
    }
    await askSecondPerson(ctx, tx, {
      ...{ kind: "gift", bookingId, paymentId: null, amountCents, reason },
    });
    await recordAct(ctx, tx, { act: "goodwill_proposed", ...deedOf(gift) });
    return { given: false };
  });
}

type Locked = Awaited<ReturnType<typeof lockWithPayment>>;

interface Gift {
  payment: Locked["payment"];
  row: Locked["row"];
  amountCents: Cents;
  reason: string;
}

/** @throws AppError `conflict`, `invalid_input` as {@link giveGoodwill}. */
async function giveGift(ctx: Context, tx: Transaction, gift: Gift): Promise<void> {
  const { row, amountCents } = gift;
  const refundId = await refundGoodwill(ctx, tx, requirePossible(ctx, gift), amountCents);
  if (!refundId) throw tooMuch();
  await enqueueMail(ctx, tx, {
    ...{ kind: "booking-refunded-client", reference: refundId, to: row.buyerEmail },
    data: { bookingId: row.id, outsideId: refundId },
  });
  await recordAct(ctx, tx, { act: "goodwill_given", ...deedOf(gift) });
}

function requirePossible(ctx: Context, { payment, row, amountCents }: Gift) {
  if (!payment || !isForGoodwill(row, ctx.now())) {
    throw new AppError("conflict", { message: TOO_SOON });
  }
  if (amountCents > stillPaidCents(row)) throw tooMuch();
  return payment;
}

function deedOf({ row, amountCents, reason }: Gift) {
  const object = { kind: "booking" as const, id: row.id };
  return { object, personId: row.clientId, reason, after: { amountCents } };
}

const tooMuch = () =>
  new AppError("invalid_input", {
    fields: { amount: ["Il ne reste pas autant de ce qui a été payé."] },
  });

/**
 * Grants or refuses somebody else's proposal, and mails a refusal (rule: goodwill).
 * @throws AppError `invalid_input`, `forbidden`, `not_found`, `conflict`.
 */
export async function decideGoodwill(
  ctx: Context,
  input: z.input<typeof proposalDecision>,
): Promise<void> {
  requireOperator(ctx, "finance", "administration");
  const { proposalId, decision, reason } = parseInput(proposalDecision, input);
  const proposal = await requireProposal(ctx, proposalId, "gift");
  const { bookingId, amountCents } = proposal;
  await ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    if (decision === "refuse") return refuseProposal(ctx, tx, proposal, reason);
    await grantProposal(ctx, tx, proposal, reason);
    await giveGift(ctx, tx, { payment, row, amountCents, reason }).catch((error: unknown) => {
      if (!isAppError(error)) throw error;
      throw new AppError("conflict", { message: error.fields?.amount?.[0] ?? error.message });
    });
  });
}

/**
 * Gifts that wait for a second person, the oldest first (rule: goodwill).
 * @throws AppError `not_found`.
 */
export async function listGoodwill(ctx: Context): Promise<GoodwillProposal[]> {
  requireOperator(ctx);
  return listOpen(ctx.db);
}

/** @throws AppError `invalid_input`, `forbidden`, `not_found`. */
export async function showGoodwill(ctx: Context, input: unknown): Promise<GoodwillProposal> {
  requireOperator(ctx, "finance", "administration");
  const { proposalId } = parseInput(proposalInput, input);
  const proposal = await findProposal(ctx.db, proposalId);
  if (!proposal) throw new AppError("not_found", { message: "Ce geste n'existe pas." });
  await recordReading(ctx, { kind: "booking", id: proposal.bookingId });
  return proposal;
}

export type GoodwillMail = MailOf<typeof readGoodwillMail>;

export async function readGoodwillMail(ctx: Context, { data }: QueuedMail<"goodwill-refused">) {
  const proposal = await findProposal(ctx.db, data.proposalId);
  if (!proposal || proposal.answer === null) return null;
  const { kind, bookingId, paymentId, amountCents, title, answer } = proposal;
  return { kind, bookingId, paymentId, amountCents, title, answer, siteUrl: ctx.config.appUrl };
}
