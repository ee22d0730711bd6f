import type { Context } from "../context.server.ts";
import { permitOwner } from "./permit-owner.server.ts";
import type { OwnSessionView, Recurrence, Weekday } from "./schema.ts";
import { showSession } from "./show-session.server.ts";
import { type ActivityRow, readHeldSlots, type SessionRow } from "./store.server.ts";

/**
 * One's own session with what only its owner reads, for its edition.
 *
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`.
 */
export async function showOwnSession(
  ctx: Context,
  { sessionId }: { sessionId: unknown },
): Promise<OwnSessionView> {
  const row = await permitOwner(ctx, "session", sessionId);
  const view = await showSession(ctx, { sessionId });
  const held = await readHeldSlots(ctx.db, "session", row.id, ctx.now());
  return {
    ...view,
    onlineLink: row.onlineLink,
    recurrence: recurrenceOf(row),
    slots: held.filter(({ isActive }) => isActive),
  };
}

/** The stored rule of what comes again; null for what does not. */
export function recurrenceOf(row: SessionRow | ActivityRow): Recurrence | null {
  const { isRecurring, recurringDays, recurringStartTime, recurringUntil } = row;
  if (!isRecurring || !recurringDays || !recurringStartTime) return null;
  const days = recurringDays as Weekday[];
  return { days, time: recurringStartTime.slice(0, 5), until: recurringUntil };
}
