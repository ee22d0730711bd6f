import { sql } from "drizzle-orm";
import { type Transaction, withSavepoint } from "#platform/postgres.server.ts";
import {
  freeKeptSeats,
  keepSeats,
  lockSlotRow,
  settleSeats,
} from "../catalogue/slots/keep-seats.server.ts";
import { type Taken, takeFreeSeats } from "../catalogue/slots/take-seat.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { enqueueMail, enqueueMails } from "../notifications/enqueue-mail.server.ts";
import { lockPractitionerOf } from "../occupancy/lock-practitioner.server.ts";
import { recordBookable } from "../prices/write-prices.server.ts";
import { type Move, nextMove, offeredPrice } from "./rules.ts";
import {
  deleteEntries,
  hasOffer,
  type LineEntry,
  listDue,
  lockLine,
  readFree,
  writeOffer,
  writeTurn,
} from "./store.server.ts";

const TURN = 100;

/** Safe to repeat (rule: waiting-list). @returns how many lines there were. */
export const offerSeats = defineJob("offer-seats", async (ctx) => {
  const due = await listDue(ctx.db, ctx.now(), TURN);
  for (const slotId of due) await ctx.db.transaction((tx) => settleSlot(ctx, tx, slotId));
  return due.length;
});

/**
 * Ends offers, then offers free seats to the first who fits (`nextMove`) or opens them to all
 * (rule: waiting-list): `leaving` is removed with its offer, `passing` stays and lets the seats pass.
 */
export async function settleSlot(
  ctx: Context,
  tx: Transaction,
  slotId: string,
  { leaving, passing }: { leaving?: string; passing?: string } = {},
): Promise<void> {
  const now = ctx.now();
  // Practitioner, slot, line: as whoever takes an offered seat locks them.
  await lockPractitionerOf(tx, { slotId });
  await lockSlotRow(tx, slotId);
  const slot = await readFree(tx, slotId, now);
  if (!slot) return;
  for (const entry of await lockLine(tx, slotId, now)) {
    const { id, seats, offered, offer, isOut } = entry;
    const isGone = id === leaving || isOut;
    const isOver = offered !== null && (isGone || id === passing || !offer || !slot.isOpen);
    if (isOver) await freeKeptSeats(tx, { slotId, seats, since: null });
    if (isGone) await deleteEntries(tx, [id]);
    else if (isOver) {
      const isMissed = slot.isOpen && id !== passing;
      await writeTurn(tx, [id], now, isMissed ? "missed" : "had");
    }
  }
  while (await makeMove(ctx, tx, slotId)) {}
  await settleSeats(tx, slotId, now);
}

/** @returns whether there may be another move. */
async function makeMove(ctx: Context, tx: Transaction, slotId: string): Promise<boolean> {
  const now = ctx.now();
  const slot = await readFree(tx, slotId, now);
  const next = slot && nextMove(await lockLine(tx, slotId, now), slot, now);
  if (!slot || !next) return false;
  if (next.move !== "offer") {
    await closeRound(ctx, tx, slotId, next);
    return false;
  }
  const { id, seats, email: to } = next.entry;
  if (!(await keepSeats(tx, { slotId, seats }, now))) return false;
  await writeOffer(tx, id, { at: now, until: next.until, priceCents: slot.priceCents });
  const offeredAt = now.toISOString();
  await enqueueMail(ctx, tx, {
    ...{ kind: "waiting-offer", reference: `${id}-${offeredAt}`, to, isUrgent: true },
    data: { entryId: id, offeredAt },
  });
  return true;
}

/** Opens the seats to all, or nobody can book them at present. */
async function closeRound(
  ctx: Context,
  tx: Transaction,
  slotId: string,
  next: Exclude<Move<LineEntry>, { move: "offer" }>,
): Promise<void> {
  const now = ctx.now();
  const past = next.past.map(({ id }) => id);
  await writeTurn(tx, past, now, "had");
  if (next.move === "wait") return;
  await recordBookable(tx, sql`slot.id = ${slotId}`, now);
  const toldAt = now.toISOString();
  const mails = next.entries.map(({ id, email: to }) => ({
    ...{ kind: "waiting-open" as const, reference: `${id}-${toldAt}`, to, isUrgent: true },
    data: { entryId: id, toldAt },
  }));
  await enqueueMails(ctx, tx, mails);
}

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
