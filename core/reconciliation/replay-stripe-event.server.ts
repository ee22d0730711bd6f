import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { isMissing } from "../payments/checkouts/read-checkout.server.ts";
import { processStripeEvent } from "./process-stripe-event.server.ts";
import { findEvent, type NewEvent, reopenEvent } from "./store.server.ts";

const replayInput = z.object({
  eventId: z.string().regex(/^evt_\w+$/, "Un événement s'appelle evt_…"),
  account: z.string().optional(),
  reason: requiredReason,
});

/**
 * Known here or not.
 * @param input.account its connected account; a stored event knows its own.
 * @throws AppError `forbidden` to all but finance, `not_found`, `provider_unavailable` without an
 * answer, `invalid_input` for another API version; any error in processing it.
 */
export async function replayStripeEvent(ctx: Context, input: z.input<typeof replayInput>) {
  requireOperator(ctx, "finance");
  const { eventId, account: named, reason } = parseInput(replayInput, input);
  const account = named ?? (await findEvent(ctx.db, eventId))?.account ?? null;
  const event = await fetchEvent(ctx, eventId, account);
  requireVersion(ctx, event);
  await ctx.db.transaction(async (tx) => {
    await reopenEvent(tx, eventOf(event, account));
    const object = { kind: "event" as const, id: eventId };
    await recordAct(ctx, tx, { act: "event_replayed", object, reason });
  });
  await processStripeEvent(ctx, { eventId });
  return event.type;
}

interface SnapshotEvent {
  id: string;
  type: string;
  /** Seconds since 1970. */
  created: number;
  livemode: boolean;
  api_version?: string | null | undefined;
  data: { object: object };
}

/**
 * Its fields may mean something else. A delivery has its endpoint's version, a fetched event its
 * account's at the time (https://docs.stripe.com/api/events/object).
 * @throws AppError `invalid_input` for another version, after an error in the log.
 */
export function requireVersion(
  ctx: Context,
  { id: eventId, type, api_version: said }: Omit<SnapshotEvent, "data">,
  endpoint: "platform" | "connect" | null = null,
): void {
  const wanted = ctx.stripe.getApiField("version");
  if (!said || said === wanted) return;
  ctx.log.error(
    { eventId, type, endpoint, said, wanted },
    endpoint
      ? "a webhook delivery was refused: its endpoint is set to another version of the API"
      : "an event was refused: the account was set to another version of the API when it was made",
  );
  const message = `Version d'API inattendue : ${said} au lieu de ${wanted}.`;
  throw new AppError("invalid_input", { message });
}

export function eventOf(event: SnapshotEvent, account: string | null): NewEvent {
  const object: { id?: string | null } = storable(event.data.object);
  return {
    id: event.id,
    type: event.type,
    account,
    objectId: object.id ?? null,
    livemode: event.livemode,
    apiVersion: event.api_version ?? null,
    payload: object,
    createdAt: new Date(event.created * 1000),
  };
}

/** Typed text may have a NUL or half a surrogate pair, which PostgreSQL's JSON cannot hold. */
function storable<Json extends object>(object: Json): Json {
  const clean = (text: string) => text.replaceAll("\0", "").toWellFormed();
  return JSON.parse(JSON.stringify(object), (_, value: unknown) => {
    if (typeof value === "string") return clean(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [clean(key), one]));
  });
}

async function fetchEvent(ctx: Context, eventId: string, account: string | null) {
  try {
    return await ctx.stripe.events.retrieve(eventId, {}, account ? { stripeAccount: account } : {});
  } catch (error) {
    if (!isMissing(error)) throw new AppError("provider_unavailable", { cause: error });
    throw new AppError("not_found", {
      message: "Stripe ne connaît pas cet événement, ou ne le garde plus (30 jours).",
    });
  }
}
