import { formatTime } from "#core/dates.ts";
import { DAY } from "#core/durations.ts";
import type { occupied, outsideClients, slots } from "#core/tables.server.ts";
import { INES } from "../accounts.ts";
import { professionalIdOf } from "../people.ts";
import { type Dice, fixedId } from "../seeded-random.ts";

type SlotRow = typeof slots.$inferInsert & { id: string };

/** A few seats stay for those who book on this site. */
const LEFT_FOR_BOOKINGS = 3;

/**
 * The seats of a slot that Inès's own clients have, who come without this site: most of an evening's,
 * few of an afternoon's, and fewer the further away the day is.
 */
export function ownSeats(start: Date, capacity: number, now: Date, random: Dice): number {
  const hour = Number(formatTime(start).slice(0, 2));
  const usual = hour >= 17 ? 0.6 : hour >= 14 ? 0.25 : hour >= 12 ? 0.5 : 0.4;
  const days = (start.getTime() - now.getTime()) / DAY;
  // Nobody has asked for the days after the ninth, two of which she takes off (interactions.ts).
  const known = days < 4 ? 1 : days < 9 ? 0.6 : 0;
  const share = usual * known + (random.next() - 0.5) * 0.3;
  const isWanted = random.next() < 0.15;
  if (known === 0) return 0;
  if (isWanted && days > 0) return capacity;
  if (capacity === 1) return share > 0.6 ? 1 : 0;
  const most = Math.max(0, capacity - LEFT_FOR_BOOKINGS);
  return Math.min(most, Math.max(0, Math.round(share * capacity)));
}

/** As she notes them; every fourth time without a name. */
const NAMES = [
  ...["Mme Arnaud", "M. Vidal", "Paule et Jean", "Mme Ferré", "Le groupe de Sylvie", "Mme Oudin"],
  ...["M. Kaya", "Les sœurs Brun", "Mme Da Costa", "Bernard", "Mme Lopez", "Claire et Nadia"],
];

/** The rows beside slots in which her own clients have seats: themselves, and her time to come. */
export function ownClientRows(slotRows: readonly SlotRow[], now: Date) {
  const taken = slotRows.filter(({ outsideSeats = 0 }) => outsideSeats > 0);
  const clients = taken.map(
    (
      { id: slotId, outsideSeats = 0, startDatetime },
      number,
    ): typeof outsideClients.$inferInsert => ({
      ...{ id: fixedId("outsideClient", number), slotId, seats: outsideSeats },
      name: number % 4 === 3 ? null : (NAMES[number % NAMES.length] ?? null),
      createdAt: new Date(Math.min(startDatetime.getTime(), now.getTime()) - DAY),
    }),
  );
  const hours = taken
    .filter(({ isOccupied }) => isOccupied)
    .map(({ id: slotId, startDatetime, endDatetime }, number): typeof occupied.$inferInsert => ({
      ...{ id: fixedId("occupied", number), slotId, professionalId: professionalIdOf(INES) },
      during: `["${startDatetime.toISOString()}","${endDatetime.toISOString()}")`,
      createdAt: now,
    }));
  return { clients, hours };
}
