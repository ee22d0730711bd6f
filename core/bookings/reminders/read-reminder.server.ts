import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { unsubscribePage } from "../../notifications/topics/unsubscribe-recipient.server.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { readRequirements } from "./store.server.ts";

export interface Reminder extends BookingMail {
  now: Date;
  requirements: string[];
  unsubscribeUrl: string;
}

/** Null once the booking is over, was moved, or has begun. */
export async function readReminder(
  ctx: Context,
  { id, data }: QueuedMail<"booking-reminder">,
): Promise<Reminder | null> {
  const view = await readMailOf(ctx, data.bookingId, "confirmed");
  const now = ctx.now();
  if (!view || view.start.toISOString() !== data.start || view.start <= now) return null;
  return {
    ...view,
    now,
    requirements: await readRequirements(ctx.db, data.bookingId),
    unsubscribeUrl: unsubscribePage(ctx, id),
  };
}
