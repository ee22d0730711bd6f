import { z } from "zod";
import { eachByItself, inBatches } from "#platform/batches.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { purgeKeys } from "../payments/prepare-payment.server.ts";
import { EVENT_TOLERANCE } from "../payments/rules.ts";
import { eventOf, requireVersion } from "./replay-stripe-event.server.ts";
import { deleteEvents, insertEvent } from "./store.server.ts";

const delivery = z.object({
  payload: z.string(),
  signature: z.string(),
  endpoint: z.enum(["platform", "connect"]),
});

/** No text that could not be stored or searched. */
const name = z.string().regex(/^[\w.-]{1,255}$/);
/** Seconds since 1970, to the last second every calendar can write. */
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

const snapshotEvent = z.object({
  id: name,
  type: name,
  created: z.number().int().min(0).max(LAST_SECOND),
  livemode: z.boolean(),
  account: name.nullish(),
  api_version: name.nullish(),
  data: z.object({ object: z.looseObject({ id: z.string().nullish() }) }),
});

/**
 * Stores event and job once, before anything is asked: slow endpoints are called less often.
 * @throws AppError `invalid_input` when it is forged, altered, over five minutes old or in another
 * API version, whose fields may mean something else; the provider then repeats it for days.
 */
export async function receiveStripeEvent(ctx: Context, input: z.input<typeof delivery>) {
  const { payload, signature, endpoint } = parseInput(delivery, input);
  const event = verify(ctx, payload, signature, endpoint);
  requireVersion(ctx, event, endpoint);
  await ctx.db.transaction(async (tx) => {
    const isNew = await insertEvent(tx, eventOf(event, event.account ?? null));
    if (isNew) await ctx.jobs.send(tx, "process-stripe-event", { eventId: event.id });
  });
}

function verify(
  ctx: Context,
  payload: string,
  signature: string,
  endpoint: "platform" | "connect",
): z.output<typeof snapshotEvent> {
  const { webhookSecret, connectWebhookSecret } = ctx.config.stripe;
  const secret = endpoint === "platform" ? webhookSecret : connectWebhookSecret;
  try {
    return snapshotEvent.parse(
      ctx.stripe.webhooks.constructEvent(
        payload,
        signature,
        secret,
        EVENT_TOLERANCE,
        undefined,
        ctx.now().getTime(),
      ),
    );
  } catch (error) {
    // Judged only after a right signature: an old one was replayed, or a clock is wrong.
    const isStale = error instanceof Error && error.message.startsWith("Timestamp outside");
    ctx.log.warn(
      { err: error, endpoint },
      isStale
        ? "a webhook delivery is too old: compare this machine's clock with the world's"
        : "a webhook delivery was refused",
    );
    throw new AppError("invalid_input", { message: "Signature invalide.", cause: error });
  }
}

/** Too old for the provider to send again or know the key. False when some are left. */
export function purgeEvents(ctx: Context, before: Date): Promise<boolean> {
  return eachByItself({
    "processed events": () => inBatches(() => deleteEvents(ctx.db, before)),
    "keys at the provider": () => purgeKeys(ctx, before),
  });
}
