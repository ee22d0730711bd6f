import { z } from "zod";
import { matchesHash } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { guestProof } from "../payments/schema.ts";
import { type BookingRow, findBookingRow } from "./store.server.ts";

const ownInput = z.object({ bookingId: z.uuid(), guestProof });
export type OwnInput = z.input<typeof ownInput>;

/**
 * Finds it for its client or the guest's browser, never by e-mail (rule: buyer-proof).
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
