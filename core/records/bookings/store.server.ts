import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "#platform/postgres.server.ts";
import { bookings, offerings, professionalProfiles, profiles, slots } from "../../tables.server.ts";

const clients = alias(profiles, "clients");

export async function readBooking(db: Executor, id: string) {
  const [row] = await db
    .select({
      booking: bookings,
      kind: offerings.kind,
      offeringId: offerings.id,
      start: slots.startDatetime,
      professional: professionalProfiles.businessName,
      professionalUserId: professionalProfiles.userId,
      firstName: clients.firstName,
      lastName: clients.lastName,
    })
    .from(bookings)
    .innerJoin(slots, eq(slots.id, bookings.slotId))
    .innerJoin(offerings, eq(offerings.id, slots.offeringId))
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, bookings.professionalId))
    .leftJoin(clients, eq(clients.id, bookings.clientId))
    .where(eq(bookings.id, id));
  return row ?? null;
}
