import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { slotInput, type WaitingSlot, type WaitingView } from "./schema.ts";
import { findSlot, listOwn } from "./store.server.ts";

/** Running offers first, then the soonest (rule: waiting-list). */
export async function listWaiting(ctx: Context): Promise<WaitingView[]> {
  const { userId } = requireActor(ctx);
  return listOwn(ctx.db, { userId, now: ctx.now() });
}

/** None for a visitor (rule: waiting-list). */
export async function listRunningOffers(ctx: Context): Promise<WaitingView[]> {
  const { actor, readers, now } = ctx;
  if (!actor) return [];
  const own = await listOwn(readers.fresh, { userId: actor.userId, now: now() });
  return own.filter(({ offer }) => offer !== null);
}

/**
 * Null place while they have none.
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
