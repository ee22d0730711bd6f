import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import { countResale } from "../../catalogue/slots/keep-seats.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { lockWithPayment } from "../lock-with-payment.server.ts";
import { moneyOf } from "../rules.ts";
import { findBookingRow } from "../store.server.ts";
import { NOT_RESALABLE } from "./labels.ts";
import { canResell, resaleState } from "./rules.ts";
import { resaleInput } from "./schema.ts";
import { writeOffer } from "./store.server.ts";

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
    const isWritten =
      canResell({ ...row, ...moneyOf(row) }, now) && (await writeOffer(tx, bookingId, now));
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
