import { and, eq, ne } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import { bookings, offerings, professionalProfiles, slots } from "../../tables.server.ts";

export async function findSlotOwner(
  db: Executor,
  slotId: string,
): Promise<{ kind: SlotKind; offeringId: string; ownerId: string; start: Date } | null> {
  const [row] = await db
    .select({
      kind: offerings.kind,
      offeringId: offerings.id,
      ownerId: professionalProfiles.userId,
      start: slots.startDatetime,
    })
    .from(slots)
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .where(eq(slots.id, slotId));
  return row ?? null;
}

export async function listLiveBookings(db: Executor, slotId: string) {
  return db
    .select({ id: bookings.id, status: bookings.status })
    .from(bookings)
    .where(and(eq(bookings.slotId, slotId), ne(bookings.status, "cancelled")));
}
