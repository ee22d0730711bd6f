import { countResale } from "../../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { shortName } from "../messages/rules.ts";
import { writeTakenBack } from "../resale/store.server.ts";
import { findBookingRow, lockBooking, updateBooking } from "../store.server.ts";
import { type Presence, whyNotRecorded } from "./rules.ts";
import type { PresenceView } from "./schema.ts";

/**
 * Keeps an entered code as the proof, even if the client is later recorded as late.
 * @throws AppError `conflict` with the reason if it cannot be recorded.
 */
export function recordPresence(
  ctx: Context,
  bookingId: string,
  said: { presence: Presence; by: "code" | "professional" },
): Promise<PresenceView> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    const row = await findBookingRow(tx, bookingId);
    if (!row || booking.status !== "confirmed") throw new AppError("conflict");
    const refused = whyNotRecorded({ ...row, presenceBy: booking.presenceBy }, said.presence, now);
    if (refused) throw new AppError("conflict", { message: refused });
    const by = booking.presenceBy === "code" ? "code" : said.by;
    const isSame = booking.presence === said.presence && booking.presenceBy === by;
    if (!isSame) {
      await updateBooking(tx, booking, {
        ...{ presence: said.presence, presenceBy: by, presenceAt: now },
        // If an absence is taken back, nothing is left to contest.
        ...(said.presence !== "absent" && { contestedAt: null, contestedAs: null }),
      });
      // A client who has come is not replaced; somebody who is paying for the seats is refunded.
      if (booking.resaleAt && (await writeTakenBack(tx, bookingId))) {
        await countResale(tx, { slotId: booking.slotId, now });
      }
      if (said.presence === "absent") {
        const to = booking.buyerEmail;
        const mail = { reference: bookingId, to, data: { bookingId } };
        await enqueueMail(ctx, tx, { kind: "marked-absent", ...mail });
      }
    }
    return { bookingId, client: shortName(row), presence: said.presence, by };
  });
}
