import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { shortName } from "../letters/rules.ts";
import { findBookingRow, lockBooking, updateBooking } from "../store.server.ts";
import { type Presence, whyNotSaid } from "./rules.ts";
import type { PresenceView } from "./schema.ts";

/**
 * Writes the presence of a confirmed booking, whose professional is asking. A code that was entered
 * stays the proof when they say afterwards that somebody was late. An absence is told to the client,
 * who may contest it.
 *
 * @throws AppError `conflict` with the reason when it cannot be said.
 */
export function sayPresence(
  ctx: Context,
  bookingId: string,
  said: { presence: Presence; by: "code" | "professional" },
): Promise<PresenceView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const row = await findBookingRow(tx, bookingId);
    if (!row || booking.status !== "confirmed") throw new AppError("conflict");
    const refused = whyNotSaid({ ...row, presenceBy: booking.presenceBy }, said.presence, now);
    if (refused) throw new AppError("conflict", { message: refused });
    const by = booking.presenceBy === "code" ? "code" : said.by;
    const isSame = booking.presence === said.presence && booking.presenceBy === by;
    if (!isSame) {
      await updateBooking(tx, booking, {
        ...{ presence: said.presence, presenceBy: by, presenceAt: now },
        // Taken back, an absence leaves nothing to contest.
        ...(said.presence !== "absent" && { contestedAt: null }),
      });
      if (said.presence === "absent") {
        const to = booking.buyerEmail;
        const mail = { reference: bookingId, to, data: { bookingId } };
        await enqueueMail(ctx, tx, { kind: "marked-absent", ...mail });
      }
    }
    return { bookingId, client: shortName(row), presence: said.presence, by };
  });
}
