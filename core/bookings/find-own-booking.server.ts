import { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { guestProof } from "../payments/schema.ts";
import { bookingTexts, mapUrl } from "./labels.ts";
import { visibleCode } from "./presence/rules.ts";
import { openProposals } from "./proposals/open-proposals.server.ts";
import type { Canceller } from "./rules.ts";
import { type BookingRow, findBookingRow, findSlot } from "./store.server.ts";

/** For what the site does by itself: nobody is asked who they are. */
export { factsOf, findBookingRow as findAnyBooking, lockWithPayment } from "./store.server.ts";

const ownInput = z.object({ bookingId: z.uuid(), guestProof });
export type OwnInput = z.input<typeof ownInput>;

/**
 * For its client or the guest's browser, never by e-mail (rule: buyer-proof).
 * @throws AppError `not_found` for everybody else, and for an unconfirmed booking.
 */
export async function findOwnBooking(
  ctx: Context,
  input: OwnInput,
  { orCancelled = false }: { orCancelled?: boolean } = {},
): Promise<{ row: BookingRow; isClient: boolean }> {
  const asked = ownInput.safeParse(input);
  const row = asked.success ? await findBookingRow(ctx.db, asked.data.bookingId) : null;
  const isCancelled = orCancelled && row?.status === "cancelled" && row.confirmedAt !== null;
  if (!row || !(row.status === "confirmed" || isCancelled)) throw new AppError("not_found");
  const isClient = row.clientId !== null && row.clientId === ctx.actor?.userId;
  const { guestProof } = asked.data ?? {};
  const isBuyer = guestProof && row.guestProofHash && matchesHash(guestProof, row.guestProofHash);
  if (!isClient && !isBuyer) throw new AppError("not_found");
  return { row, isClient };
}

/** @throws AppError `unauthenticated`, `not_found` for everybody else. */
export async function findParticipant(
  ctx: Context,
  bookingId: string,
): Promise<{ row: BookingRow; by: Canceller }> {
  const { userId } = requireActor(ctx);
  const row = await findBookingRow(ctx.db, bookingId);
  if (row?.clientId === userId) return { row, by: "client" };
  if (row?.professionalUserId === userId && row.confirmedAt) return { row, by: "professional" };
  throw new AppError("not_found");
}

/** @throws AppError `not_found` for no slot, `forbidden` for another professional's. */
export async function findOwnSlot(ctx: Context, slotId: string) {
  const { userId } = requireActor(ctx);
  const slot = await findSlot(ctx.db, slotId);
  if (!slot) throw new AppError("not_found");
  if (slot.ownerId !== userId) throw new AppError("forbidden");
  return slot;
}

export type BookedView = Awaited<ReturnType<typeof showPurchase>>;

/** @throws AppError `not_found` as `findOwnBooking`. */
export async function showPurchase(ctx: Context, input: OwnInput) {
  const { row } = await findOwnBooking(ctx, input);
  const { title, date, time, place } = bookingTexts(row);
  const proposal = (await openProposals(ctx.db, [row.id], ctx.now())).get(row.id) ?? null;
  const { id, kind, seats, pricePaidCents: priceCents } = row;
  const shown = { id, kind, title, date, time, place, seats, priceCents, proposal };
  return { ...shown, code: visibleCode(row), mapUrl: mapUrl(row) };
}
