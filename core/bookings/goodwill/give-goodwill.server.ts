import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context, Operator } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, formatPrice } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { findNewestAct, recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { goodwillOf, refundGoodwill } from "../../payments/refunds/refund-goodwill.server.ts";
import { leftCents } from "../cancellation-terms/rules.ts";
import { lockWithPayment } from "../lock-with-payment.server.ts";
import { moneyOf } from "../rules.ts";
import { findBooking } from "../store.server.ts";
import { goodwillLimit, isForGoodwill } from "./rules.ts";
import { goodwillAmount } from "./schema.ts";

const TOO_SOON =
  "Un geste est possible une fois la réservation passée ou annulée, payée, et sans litige en cours : avant, annulez-la.";
const goodwillInput = z.object({
  bookingId: z.uuid(),
  amount: goodwillAmount,
  reason: requiredReason,
});

/**
 * Gives a client back what no rule owes, at the platform's cost, and tells them by mail. Within the
 * operator's limit for one booking at once; above it, it is proposed, and done when a second person,
 * of the finance role, gives the same amount (rule: goodwill).
 *
 * @returns whether it was given; else it waits for somebody else.
 * @throws AppError `invalid_input`, `not_found`; `forbidden` without a role that may; `conflict` while
 * a rule may still owe the client something, when so much is not left, and for one's own proposal.
 */
export async function giveGoodwill(
  ctx: Context,
  input: z.input<typeof goodwillInput>,
): Promise<{ given: boolean }> {
  const operator = requireOperator(ctx);
  const { bookingId, amount: amountCents, reason } = parseInput(goodwillInput, input);
  const limit = goodwillLimit(operator.roles);
  if (limit === 0) throw new AppError("forbidden");
  if (!(await findBooking(ctx.db, bookingId))) {
    throw new AppError("not_found", { message: "Cette réservation n'existe pas." });
  }
  return ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    if (!payment || !isForGoodwill({ ...row, ...moneyOf(row) }, ctx.now())) {
      throw new AppError("conflict", { message: TOO_SOON });
    }
    const before = await goodwillOf(tx, payment);
    const object = { kind: "booking" as const, id: bookingId };
    const deed = { object, personId: row.clientId, reason, after: { amountCents } };
    const isWithin = before + amountCents <= limit;
    if (amountCents > leftCents({ ...row, ...moneyOf(row) })) throw tooMuch();
    if (!isWithin && !(await isSeconded(tx, bookingId, operator, amountCents))) {
      await recordAct(ctx, tx, { act: "goodwill_proposed", ...deed });
      return { given: false };
    }
    const refundId = await refundGoodwill(ctx, tx, payment, amountCents);
    if (!refundId) throw tooMuch();
    await enqueueMail(ctx, tx, {
      ...{ kind: "booking-refunded-client", reference: refundId, to: row.buyerEmail },
      data: { bookingId, outsideId: refundId },
    });
    await recordAct(ctx, tx, { act: "goodwill_given", ...deed });
    return { given: true };
  });
}

const tooMuch = () =>
  new AppError("invalid_input", {
    fields: { amount: ["Il ne reste pas autant de ce qui a été payé."] },
  });

/**
 * Whether somebody else has proposed just this, and the second is of the finance role.
 *
 * @throws AppError `conflict` when it was oneself.
 */
async function isSeconded(
  tx: Transaction,
  bookingId: string,
  { operatorId, roles }: Operator,
  amountCents: Cents,
): Promise<boolean> {
  const object = { kind: "booking" as const, id: bookingId };
  const newest = await findNewestAct(tx, object, ["goodwill_proposed", "goodwill_given"]);
  const isProposed =
    newest?.act === "goodwill_proposed" && newest.details?.after?.amountCents === amountCents;
  if (!isProposed) return false;
  if (newest.operatorId === operatorId) {
    const message = `Vous avez déjà proposé ${formatPrice(amountCents)} : quelqu'un d'autre doit l'accorder.`;
    throw new AppError("conflict", { message });
  }
  return roles.includes("finance");
}
