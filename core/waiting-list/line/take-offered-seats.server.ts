import { type Transaction, withSavepoint } from "#platform/postgres.server.ts";
import { freeSeats, settleSeats } from "../../catalogue/slots/keep-seats.server.ts";
import { takeSeats } from "../../catalogue/slots/take-seat.server.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import { offeredPrice } from "../rules.ts";
import { deleteEntries, deleteIdle, hasOffer, lockLine } from "./store.server.ts";

type Asked = Omit<Parameters<typeof takeSeats>[1], "wereKept"> & {
  /** False spares looking for it. */
  isInLine?: boolean;
};

/**
 * Takes kept seats in one transaction, so that nobody comes between (rule: waiting-list), at the
 * lower of the offer's price and today's. After a refusal the offer stands.
 */
export async function takeOfferedSeats(
  tx: Transaction,
  { isInLine = true, ...asked }: Asked,
): ReturnType<typeof takeSeats> {
  const { slotId, seats, buyerUserId: userId, now } = asked;
  if (userId === null || !isInLine) return takeSeats(tx, asked);
  if (!(await hasOffer(tx, { userId, slotId, now }))) {
    const taken = await takeSeats(tx, asked);
    if (taken.seat) await deleteIdle(tx, { userId, slotId });
    return taken;
  }
  // Locked after the practitioner, as everywhere that offers are made and ended.
  await lockPractitionerOf(tx, { slotId });
  const line = await lockLine(tx, slotId, now);
  const own = line.find((entry) => entry.userId === userId);
  if (!own?.offer) return takeSeats(tx, asked);
  const isPart = seats < own.seats;
  const take = async () => {
    await freeSeats(tx, { slotId, seats: own.seats }, isPart ? now : null);
    return takeSeats(tx, { ...asked, wereKept: true });
  };
  const taken = await withSavepoint(tx, "offer", take, ({ seat }) => seat !== null);
  if (!taken.seat) return taken;
  await deleteEntries(tx, [own.id]);
  if (isPart) await settleSeats(tx, slotId, now);
  const priceCents = offeredPrice(own.offer, taken.seat.priceCents);
  return { seat: { ...taken.seat, priceCents }, refused: null };
}

/** Sold by another client. */
export async function stopWaiting(
  tx: Transaction,
  of: { userId: string; slotId: string },
): Promise<void> {
  await deleteIdle(tx, of);
}
