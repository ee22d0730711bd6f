import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";

export interface SeatsMail extends BookingMail {
  given: number;
  back: Cents;
}

/** Null once the whole booking is cancelled, which has a mail of its own. */
export async function readSeatsMail(
  ctx: Context,
  { data }: QueuedMail<"seats-cancelled-client" | "seats-cancelled-professional">,
): Promise<SeatsMail | null> {
  const view = await readMailOf(ctx, data.bookingId, "confirmed");
  return view && { ...view, given: data.seats, back: cents(data.refundCents) };
}
