import type { Transaction } from "#platform/postgres.server.ts";
import { countResale } from "../../catalogue/slots/resale-seats.server.ts";
import { returnSeats } from "../../catalogue/slots/take-seat.server.ts";
import type { Booking } from "../store.server.ts";
import { writeEnded, writeLetGo } from "./store.server.ts";

/**
 * Gives a confirmed booking's seats back to its slot once it has ended or moved elsewhere. If they
 * were for sale and somebody is paying for them, that hold keeps them (rule: resale). The caller
 * holds the booking's lock, and has ended it or moved it.
 *
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

/**
 * Gives up what an unpaid booking holds, under its lock: seats that were for sale stay their client's,
 * unless that booking has ended meanwhile (rule: resale).
 */
export async function letGo(
  tx: Transaction,
  { id, slotId, seats, resaleOfId }: Pick<Booking, "id" | "slotId" | "seats" | "resaleOfId">,
  now: Date,
): Promise<void> {
  const isOthers = resaleOfId !== null && (await writeLetGo(tx, id));
  if (isOthers) await countResale(tx, { slotId, now });
  else await returnSeats(tx, { slotId, seats, now });
}
