import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { priceSlot } from "../../catalogue/slots/price-slot.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { cents } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { refundPart } from "../../payments/refunds/refund-payment.server.ts";
import { bookFor } from "../book-slot.server.ts";
import { writeMove } from "../changes/update-future-bookings.server.ts";
import { refusal, refusalForSeat } from "../holds/explain-refusal.server.ts";
import { bookingTexts, DISPUTED_MESSAGE } from "../labels.ts";
import { isFrozen } from "../rules.ts";
import { returnBookedSeats, takeSeats } from "../seats/take-seats.server.ts";
import {
  type BookingRow,
  findBookingRow,
  findLiveOfAccount,
  findSlot,
  lockWithPayment,
  updateBooking,
} from "../store.server.ts";
import { mailMove } from "./end-replaced.server.ts";
import { NOT_MOVABLE } from "./labels.ts";
import { canMove, type MoveMoney, moneyOfMove } from "./rules.ts";
import { moveInput, showMoveInput } from "./schema.ts";
import { isToResale, listSlots } from "./store.server.ts";

type Input = z.output<typeof moveInput>;

/**
 * At once, or by a checkout of the whole price, whose address it answers (rules: own-move, resale).
 * @throws AppError `conflict` when it is too late, `not_found`, and those of `bookSlot`.
 */
export async function moveBooking(
  ctx: Context,
  raw: z.input<typeof moveInput>,
): Promise<{ url: string | null }> {
  const actor = requireActor(ctx);
  const input = parseInput(moveInput, raw);
  const row = await findBookingRow(ctx.db, input.bookingId);
  if (row?.clientId !== actor.userId) throw new AppError("not_found");
  requireMovable(row, ctx.now());
  if (input.slotId === row.slotId) {
    throw new AppError("invalid_input", { fields: { slotId: ["Choisissez un autre horaire"] } });
  }
  const { kind, seats } = row;
  const slot = await priceSlot(ctx, { kind, slotId: input.slotId });
  if (!slot) throw new AppError("not_found");
  const to = { id: row.id, slotId: input.slotId, seats, clientId: actor.userId };
  const isResale = await isToResale(ctx.db, to, ctx.now());
  const priceCents = cents(slot.priceCents * seats);
  const money = moneyOfMove(row, priceCents, isResale);
  requireShown(row, input, money);
  if (money.payCents === 0) await moveAtOnce(ctx, input);
  return { url: money.payCents > 0 ? await buyInstead(ctx, actor, row, input, money) : null };
}

function requireMovable(row: BookingRow, now: Date): void {
  if (isFrozen(row, "client")) throw new AppError("conflict", { message: DISPUTED_MESSAGE });
  if (!canMove(row, now)) throw new AppError("conflict", { message: NOT_MOVABLE });
}

/** Nobody pays more, or gets less back, than they were shown (rule: agreed-price). */
function requireShown(
  { kind }: BookingRow,
  shown: Input,
  { payCents, backCents }: MoveMoney,
): void {
  const isDearer = payCents > (shown.payCents ?? payCents);
  if (isDearer || backCents < (shown.backCents ?? 0)) throw refusal(kind, "price_changed");
}

/** No provider is called here: a job asks for the refund. */
function moveAtOnce(ctx: Context, { bookingId, slotId, ...shown }: Input): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { payment, row } = await lockWithPayment(tx, bookingId);
    const now = ctx.now();
    requireMovable(row, now);
    if (await findLiveOfAccount(tx, { slotId, id: bookingId }, row.buyerEmail)) {
      throw new AppError("already_booked");
    }
    const { kind, seats, clientId, commissionRate: rate } = row;
    const target = await findSlot(tx, slotId);
    if (target?.kind !== kind) throw new AppError("not_found");
    const changeId = await writeMove(ctx, tx, row, { slotId, start: target.start });
    // Before the others are taken: the new slot may overlap the old one, whose last client goes.
    await returnBookedSeats(tx, row, now);
    const taken = await takeSeats(tx, { kind, slotId, seats, buyerUserId: clientId, now });
    if (!taken.seat) throw refusalForSeat(kind, taken);
    if (taken.seat.offeringId !== row.offeringId) throw new AppError("not_found");
    const priceCents = cents(taken.seat.priceCents * seats);
    const money = moneyOfMove(row, priceCents, false);
    if (money.payCents > 0) throw refusal(kind, "price_changed");
    requireShown(row, { bookingId, slotId, ...shown }, money);
    await updateBooking(tx, row, { movedPriceCents: taken.seat.priceCents });
    const part = { reason: "moved", amountCents: money.backCents, seats: 0, rate } as const;
    const backCents = payment ? await refundPart(ctx, tx, payment, part) : cents(0);
    await mailMove(ctx, tx, row, { bookingId, changeId, backCents });
  });
}

async function buyInstead(
  ctx: Context,
  { userId, email }: Actor,
  row: BookingRow,
  { slotId }: Input,
  { payCents: amount }: MoveMoney,
): Promise<string> {
  const { id, kind, offeringId, seats, refundableUntil } = row;
  const buyer = { email, userId, guestProofHash: null };
  const companions = row.companions ?? undefined;
  const earlierNotes = row.bookingNotes ?? undefined;
  const input = { kind, offeringId, slotId, seats, amount, companions, earlierNotes };
  return (await bookFor(ctx, buyer, { ...input, replaces: { id, refundableUntil } })).url;
}

export type MoveView = Awaited<ReturnType<typeof showMove>>;

/**
 * Lists the slots with what each costs now (rule: own-move).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking.
 */
export async function showMove(ctx: Context, raw: z.input<typeof showMoveInput>) {
  const { userId: clientId } = requireActor(ctx);
  const { bookingId } = parseInput(showMoveInput, raw);
  const row = await findBookingRow(ctx.db, bookingId);
  if (row?.clientId !== clientId) throw new AppError("not_found");
  const isMovable = canMove(row, ctx.now());
  const found = isMovable ? await listSlots(ctx.db, { ...row, clientId }, ctx.now()) : [];
  const { title, date, time } = bookingTexts(row);
  const { kind, offeringId, professionalId, seats, refundableUntil: until } = row;
  return {
    ...{ bookingId, kind, offeringId, professionalId, title, date, time, seats, until, isMovable },
    choices: found.map(({ priceCents, isResale, ...slot }) => ({
      ...slot,
      ...moneyOfMove(row, cents(priceCents * seats), isResale),
    })),
  };
}
