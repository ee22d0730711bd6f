import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";

export type { SlotOffer } from "./store.server.ts";

import { slotInput, type WaitingSlot, type WaitingView } from "./schema.ts";
import { findSlot, listOffers, listOwn, type SlotOffer } from "./store.server.ts";

/** Running offers first, then the soonest (rule: waiting-list). */
export async function listWaiting(ctx: Context): Promise<WaitingView[]> {
  const { userId } = requireActor(ctx);
  return listOwn(ctx.db, { userId, now: ctx.now() });
}

/** By slot; none for a visitor (rule: waiting-list). */
export async function showOffers(
  { actor, readers, now }: Context,
  offeringId: string,
): Promise<Map<string, SlotOffer>> {
  if (!actor) return new Map();
  const asked = { userId: actor.userId, offeringId, now: now() };
  const offers = await listOffers(readers.fresh, asked);
  return new Map(offers.map(({ slotId, ...offer }) => [slotId, offer]));
}

/** None for a visitor (rule: waiting-list). */
export async function listRunningOffers(ctx: Context): Promise<WaitingView[]> {
  const { actor, readers, now } = ctx;
  if (!actor) return [];
  const own = await listOwn(readers.fresh, { userId: actor.userId, now: now() });
  return own.filter(({ offer }) => offer !== null);
}

/**
 * `own` is null while they do not wait.
 * @throws AppError `not_found` for a slot that is over or off sale.
 */
export async function showWaitingSlot(
  ctx: Context,
  raw: z.input<typeof slotInput>,
): Promise<{ slot: WaitingSlot; own: WaitingView | null }> {
  const { userId } = requireActor(ctx);
  const { slotId } = parseInput(slotInput, raw);
  const now = ctx.now();
  const slot = await findSlot(ctx.db, { slotId, userId, now });
  if (!slot) throw new AppError("not_found");
  const own = await listOwn(ctx.db, { userId, now });
  return { slot, own: own.find((entry) => entry.slotId === slotId) ?? null };
}
