import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { inCity } from "../../catalogue/rules.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { queueHolds } from "../holds/store.server.ts";
import { clientName, mapUrl } from "../labels.ts";
import { visibleCode } from "../presence/rules.ts";
import { openProposals } from "../proposals/open-proposals.server.ts";
import { canResell, resaleState } from "../resale/rules.ts";
import { type MoneyState, mayReadOnlineLink, moneyOf } from "../rules.ts";
import {
  type ActivityBookingView,
  type BookingFacts,
  type BookingView,
  bookingKey,
  listBookingsInput,
} from "../schema.ts";
import type { BookingRow } from "../store.server.ts";
import {
  countUpcoming,
  findNextBooking,
  listBookingsByStart,
  listNewestBookings,
  type Party,
} from "./store.server.ts";

/**
 * Lists newest first, or one tab with activities among them (rule: activities-alike).
 * @throws AppError `unauthenticated`, `invalid_input` for a limit or cursor that makes no sense.
 */
export async function listBookings(
  ctx: Context,
  input: z.input<typeof listBookingsInput> = {},
): Promise<{ bookings: BookingView[]; nextCursor: string | null }> {
  const { userId: clientId } = requireActor(ctx);
  const kinds = { newest: "session", tab: ["session", "activity"] } as const;
  const { rows, nextCursor } = await readPage(ctx, { clientId }, kinds, input);
  const ids = rows.map(({ id }) => id);
  const now = ctx.now();
  const open = await openProposals(ctx.db, ids, now);
  const bookings = rows.map((row) => ({ ...toView(row, now), proposal: open.get(row.id) ?? null }));
  return { bookings, nextCursor };
}

/**
 * @param kinds the kinds in the list of all, newest first, and in one tab of it.
 * @throws AppError `invalid_input`.
 */
export async function readPage(
  ctx: Context,
  party: Party,
  kinds: { newest: SlotKind; tab: readonly SlotKind[] },
  input: z.input<typeof listBookingsInput>,
): Promise<{ rows: BookingRow[]; nextCursor: string | null }> {
  const { limit, cursor, when } = parseInput(listBookingsInput, input);
  const wanted = { limit: limit + 1, after: readCursor(bookingKey, cursor)?.id ?? null };
  const found = when
    ? await listBookingsByStart(ctx.db, kinds.tab, party, { ...wanted, when, now: ctx.now() })
    : await listNewestBookings(ctx.db, kinds.newest, party, wanted);
  const { page, nextCursor } = pageOf(found, limit, ({ id }) => ({ id }));
  return { rows: page, nextCursor };
}

export function toView(row: BookingRow, now: Date): Omit<BookingView, "proposal"> {
  const { address, postalCode } = row.confirmedAt ? row : inCity(row);
  const isDeleted = row.deletedAt !== null;
  const isPayable = row.status === "pending" && row.paymentState === "open" && !row.isProcessing;
  return {
    ...viewFacts(row, now),
    kind: row.kind,
    clientId: row.clientId,
    professionalId: row.professionalId,
    slotId: row.slotId,
    movedPriceCents: row.movedPriceCents,
    createdAt: row.createdAt,
    confirmedAt: row.confirmedAt,
    start: row.start,
    end: row.end,
    offeringId: isDeleted ? null : row.offeringId,
    title: isDeleted ? null : row.title,
    description: isDeleted ? null : row.description,
    priceCents: row.priceCents,
    professionalName: row.professionalName,
    professionalPhone: row.status === "confirmed" ? row.shownPhone : null,
    professionalUserId: row.professionalUserId,
    isOnline: row.isOnline,
    city: row.city,
    postalCode,
    address,
    mapUrl: mapUrl(row),
    onlineLink: mayReadOnlineLink(row) ? row.onlineLink : null,
    checkoutUrl: isPayable ? row.checkoutUrl : null,
    refundableUntil: row.refundableUntil,
    changedAt: row.changedAt,
    presenceCode: visibleCode(row),
    presence: row.presence,
    presenceAt: row.presenceAt,
    contestedAt: row.contestedAt,
    isResalable: canResell(row, now),
  };
}

export function viewFacts(
  row: Omit<BookingFacts, keyof MoneyState | "resale"> &
    Parameters<typeof moneyOf>[0] &
    Parameters<typeof resaleState>[0],
  now: Date,
): BookingFacts {
  return {
    id: row.id,
    status: row.status,
    paymentStatus: row.paymentStatus,
    cancelReason: row.cancelReason,
    seats: row.seats,
    seatsCancelled: row.seatsCancelled,
    companions: row.companions,
    pricePaidCents: row.pricePaidCents,
    bookingNotes: row.bookingNotes,
    resale: resaleState(row, now),
    resaleAt: row.resaleAt,
    ...moneyOf(row),
  };
}

/** Leaves out guests under the e-mail, which anybody can type; their own checkouts wait. */
export async function countUpcomingBookings(
  tx: Transaction,
  person: { userId: string; email: string },
  now: Date,
): Promise<number> {
  await queueHolds(tx, { ...person, guestProofHash: null }, null);
  return countUpcoming(tx, person.userId, now);
}

/** @throws AppError `unauthenticated`, `password_change_required`. */
export async function showUpcomingCount(ctx: Context): Promise<number> {
  return countUpcoming(ctx.db, requireActor(ctx).userId, ctx.now());
}

/**
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function listActivityBookings(
  ctx: Context,
  input: z.input<typeof listBookingsInput> = {},
): Promise<{ bookings: ActivityBookingView[]; nextCursor: string | null }> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) {
    throw new AppError("forbidden", {
      message: "Vous devez être professionnel pour voir cette page.",
    });
  }
  const kinds = { newest: "activity", tab: ["activity"] } as const;
  const { rows, nextCursor } = await readPage(ctx, { professionalId }, kinds, input);
  return { bookings: rows.map((row) => toOwnersView(row, ctx.now())), nextCursor };
}

function toOwnersView(row: BookingRow, now: Date): ActivityBookingView {
  const { checkoutUrl: _, presenceCode: __, isResalable: ___, ...view } = toView(row, now);
  return {
    ...view,
    onlineLink: row.onlineLink,
    address: row.address,
    postalCode: row.postalCode,
    clientName: clientName(row),
    clientEmail: row.buyerEmail,
    capacity: row.capacity,
    availableSpots: row.availableSpots,
  };
}

/** Null without one. @throws AppError `unauthenticated`. */
export async function showNextBooking(ctx: Context): Promise<Omit<BookingView, "proposal"> | null> {
  const { userId } = requireActor(ctx);
  const now = ctx.now();
  const row = await findNextBooking(ctx.readers.fresh, userId, now);
  return row && toView(row, now);
}
