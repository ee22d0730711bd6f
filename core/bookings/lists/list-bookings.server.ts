import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { inCity } from "../../catalogue/rules.ts";
import type { SlotKind } from "../../catalogue/schema.ts";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { parseInput } from "../../parse.ts";
import { mapUrl } from "../labels.ts";
import { visibleCode } from "../presence/rules.ts";
import { openProposals } from "../proposals/open-proposals.server.ts";
import { canResell, resaleState } from "../resale/rules.ts";
import { canJoin, moneyOf } from "../rules.ts";
import { type BookingView, bookingKey, listBookingsInput } from "../schema.ts";
import type { BookingRow } from "../store.server.ts";
import { listBookingsByStart, listNewestBookings, type Party } from "./store.server.ts";

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
  const money = moneyOf(row);
  const isPayable = row.status === "pending" && row.paymentState === "open" && !money.isProcessing;
  return {
    id: row.id,
    kind: row.kind,
    clientId: row.clientId,
    professionalId: row.professionalId,
    slotId: row.slotId,
    status: row.status,
    paymentStatus: row.paymentStatus,
    cancelReason: row.cancelReason,
    seats: row.seats,
    seatsCancelled: row.seatsCancelled,
    movedPriceCents: row.movedPriceCents,
    companions: row.companions,
    pricePaidCents: row.pricePaidCents,
    bookingNotes: row.bookingNotes,
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
    onlineLink: canJoin(row) ? row.onlineLink : null,
    checkoutUrl: isPayable ? row.checkoutUrl : null,
    refundableUntil: row.refundableUntil,
    changedAt: row.changedAt,
    presenceCode: visibleCode(row),
    presence: row.presence,
    presenceAt: row.presenceAt,
    contestedAt: row.contestedAt,
    resale: resaleState(row, now),
    resaleAt: row.resaleAt,
    isResalable: canResell({ ...row, ...money }, now),
    ...money,
  };
}
