import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { countResale } from "../../catalogue/slots/keep-seats.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { cents } from "../../money.ts";
import { enqueueMail, enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { findBooking, findBookingRow, lockBookingRow, lockWithPayment } from "../store.server.ts";
import { HELD_MESSAGE, NOT_OFFERED, NOT_RESALABLE } from "./labels.ts";
import { canResell, nextResaleStep, resaleState } from "./rules.ts";
import { writeBegun, writeOffer, writeTakenBack } from "./store.server.ts";

const resaleInput = z.object({ bookingId: z.uuid() });

/**
 * Leaves the seats to their client until they are paid; safe to repeat (rule: resale).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `conflict`.
 */
export async function resellBooking(
  ctx: Context,
  raw: z.input<typeof resaleInput>,
): Promise<{ since: Date; seats: number }> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId } = parseInput(resaleInput, raw);
  const own = await findBookingRow(ctx.db, bookingId);
  if (own?.clientId !== clientId) throw new AppError("not_found");
  return ctx.db.transaction(async (tx) => {
    const { row } = await lockWithPayment(tx, bookingId);
    const now = ctx.now();
    const state = resaleState(row, now);
    const { seats } = row;
    if (row.resaleAt && (state === "offered" || state === "held")) {
      return { since: row.resaleAt, seats };
    }
    const isWritten = canResell(row, now) && (await writeOffer(tx, bookingId, now));
    if (!isWritten) throw new AppError("conflict", { message: NOT_RESALABLE });
    await enqueueMail(ctx, tx, {
      kind: "resale-offered",
      // One mail each time: a client may take the booking back and put it up again.
      reference: `${bookingId}:${now.toISOString()}`,
      to: row.buyerEmail,
      data: { bookingId },
    });
    await countResale(tx, { slotId: row.slotId, now });
    return { since: now, seats };
  });
}

/** Few enough for a run to end well within a job's 30 s. */
const BATCH = 200;

/** Takes begun bookings off sale and tells their clients; safe to repeat (rule: resale). */
export const endUnsold = defineJob("end-unsold", (ctx) => {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const begun = await writeBegun(tx, { now, limit: BATCH });
    const slotIds = new Set(begun.map(({ slotId }) => slotId));
    for (const slotId of [...slotIds].sort()) await countResale(tx, { slotId, now });
    const mails = begun.map(({ id, email: to }) => ({
      ...{ kind: "resale-unsold" as const, reference: id, to },
      data: { bookingId: id },
    }));
    if (mails.length > 0) await enqueueMails(ctx, tx, mails);
    return begun.length;
  });
});

/**
 * Takes one's own booking off the market, as long as nobody is paying for it (rule: resale).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `conflict`.
 */
export async function takeBack(ctx: Context, raw: z.input<typeof resaleInput>): Promise<void> {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId } = parseInput(resaleInput, raw);
  const own = await findBookingRow(ctx.db, bookingId);
  if (own?.clientId !== clientId) throw new AppError("not_found");
  await ctx.db.transaction(async (tx) => {
    const row = await lockBookingRow(tx, bookingId);
    const now = ctx.now();
    const state = resaleState(row, now);
    if (state === "held") throw new AppError("conflict", { message: HELD_MESSAGE });
    if (!nextResaleStep(state, "taken_back") || !(await writeTakenBack(tx, bookingId))) {
      throw new AppError("conflict", { message: NOT_OFFERED });
    }
    await countResale(tx, { slotId: row.slotId, now });
  });
}

export async function readOffered(
  ctx: Context,
  { data }: QueuedMail<"resale-offered">,
): Promise<BookingMail | null> {
  const booking = await findBooking(ctx.db, data.bookingId);
  if (!booking?.resaleAt) return null;
  const view = await readMailOf(ctx, data.bookingId, "confirmed");
  return view && view.start > ctx.now() ? view : null;
}

export function readUnsold(
  ctx: Context,
  { data }: QueuedMail<"resale-unsold">,
): Promise<BookingMail | null> {
  return readMailOf(ctx, data.bookingId, "confirmed");
}

export type ResoldMail = MailOf<typeof readSold>;

export async function readSold(
  ctx: Context,
  { data }: QueuedMail<"resale-sold" | "resale-rest-refunded">,
) {
  const view = await readMailOf(ctx, data.bookingId, "cancelled");
  return view && { ...view, back: cents(data.backCents) };
}
