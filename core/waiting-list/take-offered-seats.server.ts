import { type Transaction, withSavepoint } from "#platform/postgres.server.ts";
import { freeKeptSeats, settleSeats } from "../catalogue/slots/keep-seats.server.ts";
import { type Taken, takeFreeSeats } from "../catalogue/slots/take-seat.server.ts";
import { lockPractitionerOf } from "../occupancy/lock-practitioner.server.ts";
import { offeredPrice } from "./rules.ts";
import { deleteEntries, hasOffer, lockLine } from "./store.server.ts";

export { stopWaiting } from "./store.server.ts";

/**
 * In one transaction, so that nobody comes between (rule: waiting-list), at the lower of the
 * offer's price and today's; null where nothing is offered. After a refusal the offer stands.
 */
export async function takeOfferedSeats(
  tx: Transaction,
  asked: Parameters<typeof takeFreeSeats>[1],
): Promise<Taken | null> {
  const { slotId, seats, buyerUserId: userId, now } = asked;
  if (userId === null || !(await hasOffer(tx, { userId, slotId, now }))) return null;
  // Locked after the practitioner, as everywhere that offers are made and ended.
  await lockPractitionerOf(tx, { slotId });
  const line = await lockLine(tx, slotId, now);
  const own = line.find((entry) => entry.userId === userId);
  if (!own?.offer) return null;
  const isPart = seats < own.seats;
  const take = async () => {
    await freeKeptSeats(tx, { slotId, seats: own.seats, since: isPart ? now : null });
    return takeFreeSeats(tx, { ...asked, wereKept: true });
  };
  const taken = await withSavepoint(tx, "offer", take, ({ seat }) => seat !== null);
  if (!taken.seat) return taken;
  await deleteEntries(tx, [own.id]);
  if (isPart) await settleSeats(tx, slotId, now);
  const priceCents = offeredPrice(own.offer, taken.seat.priceCents);
  return { seat: { ...taken.seat, priceCents }, refused: null };
}
