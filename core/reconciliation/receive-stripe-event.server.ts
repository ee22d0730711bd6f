import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { EVENT_TOLERANCE } from "../payments/rules.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";
import { eventOf, requireVersion } from "./replay-stripe-event.server.ts";
import { insertEvent } from "./store.server.ts";

const delivery = z.object({
  payload: z.string(),
  signature: z.string(),
  endpoint: z.enum(["platform", "connect"]),
});

/** What the provider's own names are made of: nothing that could not be stored or looked for. */
const name = z.string().regex(/^[\w.-]{1,255}$/);
/** Seconds since 1970, until the last second that every calendar can write. */
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/** The snapshot events of the provider, reduced to what every one of them has. */
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
 * Takes in one delivery of the provider's: checks the signature with the endpoint's own secret,
 * stores the event once, and processes it. Once stored it is ours: when processing fails, a job
 * goes on and the provider is thanked all the same.
 *
 * @throws AppError `invalid_input` when it is forged, altered or older than five minutes, or written in
 * another version of the provider's API than ours: what its fields mean there is not guessed, and the
 * provider, which is not thanked, repeats it for days and shows it at its dashboard.
 */
export async function receiveStripeEvent(
  ctx: Context,
  input: z.input<typeof delivery>,
): Promise<void> {
  const { payload, signature, endpoint } = parseInput(delivery, input);
  const event = verify(ctx, payload, signature, endpoint);
  requireVersion(ctx, event, endpoint);
  await insertEvent(ctx.db, eventOf(event, event.account ?? null));
  try {
    await processStripeEvent(ctx, { eventId: event.id });
  } catch (error) {
    ctx.log.warn({ err: error, eventId: event.id }, "an event waits for a second try");
    await ctx.jobs.send(
      ctx.db,
      "process-stripe-event",
      { eventId: event.id },
      { singletonKey: event.id, singletonSeconds: 60 },
    );
  }
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
    // Only a right signature is asked its age: this was sent again, or a clock is wrong.
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
