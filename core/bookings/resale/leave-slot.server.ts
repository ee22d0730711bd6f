import type { Transaction } from "#platform/postgres.server.ts";
import { countResale } from "../../catalogue/slots/resale-seats.server.ts";
import { returnSeats } from "../../catalogue/slots/take-seat.server.ts";
import type { Booking } from "../store.server.ts";
import { writeEnded, writeLetGo } from "./store.server.ts";

/**
 * Leaves seats to a hold that is paying; needs the booking's lock (rule: resale).
 * @param booking as it was.
 */
export async function leaveSlot(
  tx: Transaction,
  { id, slotId, seats, resaleAt, resaleToId }: Leaving,
  now: Date,
): Promise<void> {
  if (resaleAt || resaleToId) await writeEnded(tx, id);
  if (resaleToId === null) await returnSeats(tx, { slotId, seats, now });
  if (resaleAt) await countResale(tx, { slotId, now });
}

type Leaving = Pick<Booking, "id" | "slotId" | "seats" | "resaleAt" | "resaleToId">;

/** Returns seats that were for sale to their client, if that still stands (rule: resale). */
export async function letGo(
  tx: Transaction,
  { id, slotId, seats, resaleOfId }: Pick<Booking, "id" | "slotId" | "seats" | "resaleOfId">,
  now: Date,
): Promise<void> {
  const isOthers = resaleOfId !== null && (await writeLetGo(tx, id));
  if (isOthers) await countResale(tx, { slotId, now });
  else await returnSeats(tx, { slotId, seats, now });
}
