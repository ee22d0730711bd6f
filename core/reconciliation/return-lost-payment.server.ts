import type Stripe from "stripe";
import type { Context } from "../context.server.ts";
import type { Cents } from "../money.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { createOnce, findMarked } from "../payments/create-once.server.ts";
import type { LostPayment } from "../payments/schema.ts";

/** Not even its purpose is known. @throws Stripe's error when it does not answer or refuses. */
export async function returnLostPayment(ctx: Context, lost: LostPayment): Promise<void> {
  await createOnce(ctx, `lost.${lost.id}`, {
    find: (options) => findReturn(ctx, lost, options),
    make: (options) =>
      ctx.stripe.refunds.create(
        {
          payment_intent: lost.paymentIntentId,
          metadata: { lost_payment_id: lost.id },
          ...(lost.destinationAccount && { reverse_transfer: true, refund_application_fee: true }),
        },
        options,
      ),
  });
  await tell(ctx, lost);
}

/** {@link returnLostPayment} may have been interrupted before its mail. */
export async function notifyOfReturn(ctx: Context, lost: LostPayment): Promise<void> {
  if (await findReturn(ctx, lost)) await tell(ctx, lost);
}

function findReturn(
  { stripe }: Context,
  lost: LostPayment,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Refund | null> {
  return findMarked(
    stripe.refunds.list({ payment_intent: lost.paymentIntentId, limit: 100 }, options),
    (one) => one.metadata?.lost_payment_id === lost.id,
  );
}

async function tell(ctx: Context, lost: LostPayment): Promise<void> {
  const { id: reference, payerEmail: to, amountCents } = lost;
  const mail = { kind: "lost-payment-returned", reference, to, data: { amountCents } } as const;
  await ctx.db.transaction((tx) => enqueueMail(ctx, tx, mail));
}

export interface LostMail {
  siteUrl: string;
  amount: Cents;
}

export async function readLostMail(
  ctx: Context,
  mail: QueuedMail<"lost-payment-returned">,
): Promise<LostMail> {
  return { siteUrl: ctx.config.appUrl, amount: mail.data.amountCents };
}
