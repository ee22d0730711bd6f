import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import type { Canceller } from "./cancellation-terms/rules.ts";
import { type BookingRow, findBookingRow } from "./store.server.ts";

/** @throws AppError `unauthenticated`, `not_found` for everybody else. */
export async function findParticipant(
  ctx: Context,
  bookingId: string,
): Promise<{ row: BookingRow; by: Canceller }> {
  const { userId } = requireActor(ctx);
  const row = await findBookingRow(ctx.db, bookingId);
  if (row?.clientId === userId) return { row, by: "client" };
  // A booking that was never paid for does not concern the professional.
  if (row?.professionalUserId === userId && row.confirmedAt) return { row, by: "professional" };
  throw new AppError("not_found");
}
