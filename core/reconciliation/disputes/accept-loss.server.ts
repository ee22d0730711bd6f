import { askSecondPerson } from "../../bookings/goodwill/second-person.server.ts";
import { lockWithPayment } from "../../bookings/lock-with-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { type Cents, cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { readLedger } from "../../payments/disputes/read-ledger.server.ts";
import type { Payment } from "../../payments/find-payment.server.ts";
import { closeDispute, findContested, recordLoss } from "./close-dispute.server.ts";
import { needsSecondPerson } from "./rules.ts";
import { lossInput } from "./schema.ts";

/**
 * The bank takes no evidence after it; above the limit a second person confirms
 * (rules: dispute-evidence, goodwill). Answers whether it is closed.
 * @throws AppError `forbidden` to all but finance, `not_found`, `conflict` when the bank waits for
 * no evidence or the loss waits already; the provider's error when it does not answer.
 */
export async function acceptLoss(ctx: Context, input: unknown): Promise<{ closed: boolean }> {
  requireOperator(ctx, "finance");
  const { paymentId, reason } = parseInput(lossInput, input);
  const contested = await findContested(ctx, paymentId);
  // The provider's webhook may not have come yet.
  const { payment, dispute } = contested;
  const costCents = await costOf(ctx, { ...payment, disputeStatus: dispute.status });
  if (!needsSecondPerson(costCents)) {
    await ctx.db.transaction((tx) => recordLoss(ctx, tx, contested, reason));
    await closeDispute(ctx, contested);
    return { closed: true };
  }
  const bookingId = payment.reference;
  await ctx.db.transaction(async (tx) => {
    const { row } = await lockWithPayment(tx, bookingId);
    await askSecondPerson(ctx, tx, {
      ...{ kind: "loss", bookingId, paymentId, amountCents: costCents, reason },
    });
    await recordAct(ctx, tx, {
      ...{ act: "loss_proposed", object: { kind: "payment", id: paymentId } },
      ...{ personId: row.clientId, reason, after: { amountCents: costCents } },
    });
  });
  return { closed: false };
}

/** With the provider's fees, which it alone knows. */
async function costOf(ctx: Context, payment: Payment): Promise<Cents> {
  const { total, hasFees } = await readLedger(ctx, payment);
  if (!hasFees) throw new AppError("provider_unavailable");
  return cents(-total.platform);
}
