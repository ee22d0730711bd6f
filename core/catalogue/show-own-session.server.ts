import type { Context } from "../context.server.ts";
import { formatTime } from "../dates.ts";
import { permitOwner } from "./permit-owner.server.ts";
import { type HeldSlot, recurrenceOf } from "./rules.ts";
import type { OwnSessionView, OwnSlotView, SessionDetailView, SlotKind } from "./schema.ts";
import { showSession } from "./show-session.server.ts";
import { readHeldSlots, readLatestStart } from "./store.server.ts";

/**
 * One's own session with what only its owner reads, for its edition.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function showOwnSession(
  ctx: Context,
  { sessionId }: { sessionId: unknown },
): Promise<OwnSessionView> {
  const parts = await ownParts(ctx, "session", sessionId);
  const shown = await showSession(ctx, { sessionId });
  return { ...shown, ...parts, slots: asOffered(parts.slots, shown) };
}

/**
 * What only its owner reads of a session or activity.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function ownParts(
  ctx: Context,
  kind: SlotKind,
  offeringId: unknown,
): Promise<
  Pick<OwnSessionView, "onlineLink" | "recurrence" | "usualTime" | "version"> & {
    slots: HeldSlot[];
  }
> {
  const row = await permitOwner(ctx, kind, offeringId);
  const held = await readHeldSlots(ctx.db, row.id, ctx.now());
  const latest = await readLatestStart(ctx.db, row.id);
  return {
    onlineLink: row.onlineLink,
    recurrence: recurrenceOf(row),
    version: row.version,
    usualTime: latest && formatTime(latest),
    slots: held.filter(({ isActive }) => isActive),
  };
}

/** Their slots, with when somebody should look again at those whose last seats are held. */
export function asOffered(
  slots: readonly HeldSlot[],
  { slots: shown }: Pick<SessionDetailView, "slots">,
): OwnSlotView[] {
  const until = new Map(shown.map(({ id, heldUntil }) => [id, heldUntil]));
  return slots.map((slot) => ({ ...slot, heldUntil: until.get(slot.id) ?? null }));
}
