import Stripe from "stripe";
import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { formatPrice } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findPayment, lockPayment } from "../../payments/find-payment.server.ts";
import { refusalLabel } from "../../payments/labels.ts";
import { makeReclaim, readReclaims } from "./make-reclaim.server.ts";
import { reclaimInput } from "./schema.ts";
import { findPayee, findReclaim, insertReclaim } from "./store.server.ts";

/**
 * Written down before the provider is asked; sent twice, it is one (rule: share-reclaimed). Answers
 * whether it is made; else it will be.
 * @throws AppError `forbidden` to all but administration, `not_found`, `conflict` when nothing may
 * be taken back or the provider refuses it.
 */
export async function reclaimShare(
  ctx: Context,
  input: z.input<typeof reclaimInput>,
): Promise<{ made: boolean }> {
  requireOperator(ctx, "administration");
  const { paymentId, reclaimId, amount: amountCents, reason } = parseInput(reclaimInput, input);
  const known = await findPayment(ctx.db, { id: paymentId });
  if (!known) throw new AppError("not_found", { message: "Ce paiement n'existe pas." });
  await ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, known.reference);
    const earlier = await findReclaim(tx, reclaimId);
    if (earlier?.paymentId === paymentId) return;
    if (!payment || earlier) throw new AppError("conflict");
    const { reclaimableCents } = await readReclaims(tx, payment);
    if (reclaimableCents === 0) throw new AppError("conflict", { message: NOTHING });
    if (amountCents > reclaimableCents) {
      const most = `${formatPrice(reclaimableCents)} au plus : sa part de ce que Parenthèse a payé.`;
      throw new AppError("invalid_input", { fields: { amount: [most] } });
    }
    const createdAt = ctx.now();
    await insertReclaim(tx, { id: reclaimId, paymentId, amountCents, reason, createdAt });
    const payee = await findPayee(tx, paymentId);
    await recordAct(ctx, tx, {
      ...{ act: "share_reclaimed", object: { kind: "payment", id: paymentId } },
      ...{ personId: payee?.userId, reason, after: { amountCents } },
    });
  });
  try {
    await makeReclaim(ctx, { reclaimId });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    ctx.log.warn({ err: error, reclaimId }, "a share will be taken back by the reconciler");
  }
  const after = await findReclaim(ctx.db, reclaimId);
  if (after?.refusedCode) {
    const message = `Stripe refuse cette reprise : ${refusalLabel(after.refusedCode)}. Rien n'a été pris, et rien n'est dit au professionnel.`;
    throw new AppError("conflict", { message });
  }
  return { made: after?.status === "made" };
}

const NOTHING =
  "Rien n'est à reprendre : Parenthèse n'a rien payé ici que sa règle ne devait pas, ou l'a déjà repris.";
