import type { Context } from "../context.server.ts";
import { formatTime } from "../dates.ts";
import { permitOwner } from "./permit-owner.server.ts";
import { type HeldSlot, recurrenceOf } from "./rules.ts";
import type { OwnSessionView, OwnSlotView, SessionDetailView, SlotKind } from "./schema.ts";
import { showSession } from "./show-session.server.ts";
import { readHeldSlots, readLatestStart } from "./store.server.ts";

/**
 * One's own session with the columns that only its owner reads, for the edit form.
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
 * The columns of an offering that only its owner reads.
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

/** Its slots; those whose last seats are held say when to look again. */
export function asOffered(
  slots: readonly HeldSlot[],
  { slots: shown }: Pick<SessionDetailView, "slots">,
): OwnSlotView[] {
  const until = new Map(shown.map(({ id, heldUntil }) => [id, heldUntil]));
  return slots.map((slot) => ({ ...slot, heldUntil: until.get(slot.id) ?? null }));
}
