import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { HOUR } from "../dates.ts";
import { groupManaged, type ManagedGroups } from "./rules.ts";
import type { ManagedBooking, ManagedSession, ManagedSlot } from "./schema.ts";
import { listOwnSessions, listSlotBookings, listSlots } from "./store.server.ts";

/** As many sessions as one page should hold. */
const MAX_SESSIONS = 200;
/** Two months of 31 days: the previous calendar month is always in it. */
const LOOK_BACK = 62 * 24 * HOUR;

/**
 * The caller's sessions as a professional, with slots, bookings and clients, in the groups of S2§2.
 * Null without a professional profile: the manager is then not shown.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listManagedSessions(
  ctx: Context,
): Promise<ManagedGroups<ManagedSession> | null> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) return null;
  const now = ctx.now();
  const own = await listOwnSessions(ctx.db, professionalId, MAX_SESSIONS);
  const slots = await listSlots(
    ctx.db,
    own.map(({ id }) => id),
    new Date(now.getTime() - LOOK_BACK),
  );
  const bookings = await listSlotBookings(
    ctx.db,
    slots.map(({ id }) => id),
  );
  const bookingsBySlot = Map.groupBy(bookings, ({ slotId }) => slotId);
  const slotsBySession = Map.groupBy(slots, ({ sessionId }) => sessionId);
  const sessions = own.map(
    (session): ManagedSession => ({
      ...session,
      slots: (slotsBySession.get(session.id) ?? [])
        .map(
          ({ sessionId: _, ...slot }): ManagedSlot => ({
            ...slot,
            bookings: (bookingsBySlot.get(slot.id) ?? []).map(toManagedBooking),
          }),
        )
        // What was withdrawn and concerns nobody any more.
        .filter(({ isActive, bookings }) => isActive || bookings.length > 0),
    }),
  );
  return groupManaged(sessions, now);
}

function toManagedBooking(
  row: Awaited<ReturnType<typeof listSlotBookings>>[number],
): ManagedBooking {
  const { slotId: _, firstName, lastName, ...booking } = row;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return { ...booking, clientName: name || row.clientEmail };
}
