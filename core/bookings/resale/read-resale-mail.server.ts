import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { findBooking } from "../store.server.ts";

export async function readOffered(
  ctx: Context,
  { data }: QueuedMail<"resale-offered">,
): Promise<BookingMail | null> {
  const booking = await findBooking(ctx.db, data.bookingId);
  if (!booking?.resaleAt) return null;
  const view = await readMailOf(ctx, data.bookingId, "confirmed");
  return view && view.start > ctx.now() ? view : null;
}

export function readUnsold(
  ctx: Context,
  { data }: QueuedMail<"resale-unsold">,
): Promise<BookingMail | null> {
  return readMailOf(ctx, data.bookingId, "confirmed");
}

export interface ResoldMail extends BookingMail {
  back: Cents;
}

export async function readSold(
  ctx: Context,
  { data }: QueuedMail<"resale-sold" | "resale-rest-refunded">,
): Promise<ResoldMail | null> {
  const view = await readMailOf(ctx, data.bookingId, "cancelled");
  return view && { ...view, back: cents(data.backCents) };
}
