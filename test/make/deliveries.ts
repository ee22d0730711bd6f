import type { Context } from "#core/context.server.ts";
import { processStripeEvent } from "#core/reconciliation/process-stripe-event.server.ts";
import { receiveStripeEvent } from "#core/reconciliation/receive-stripe-event.server.ts";

export type Delivery = Parameters<typeof receiveStripeEvent>[1];

/**
 * Takes a delivery in, and does the worker's part with its event at once: whoever pays in a test
 * finds the effect there when the webhook has been answered. When that fails, the event waits.
 */
export async function takeDelivery(ctx: Context, delivery: Delivery): Promise<void> {
  await receiveStripeEvent(ctx, delivery);
  const { id: eventId }: { id: string } = JSON.parse(delivery.payload);
  await processStripeEvent(ctx, { eventId }).catch(() => {});
}
