import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { Sold } from "../../tables.server.ts";
import { bookingTexts } from "../labels.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { findChange } from "./store.server.ts";

/** The data of the mail about a change to a booking, which is read when the mail is sent. */
export interface ChangeMail extends BookingMail {
  was: ReturnType<typeof bookingTexts>;
  isNow: ReturnType<typeof bookingTexts>;
  /** When it began before. */
  wasStart: Date;
}

/** Null once the booking is cancelled or has begun. */
export function readChangeMail(
  ctx: Context,
  { data }: QueuedMail<"booking-changed">,
): Promise<ChangeMail | null> {
  return readChange(ctx, data);
}

/** The same for every mail about a change. */
export async function readChange(
  ctx: Context,
  { bookingId, changeId }: { bookingId: string; changeId: string },
): Promise<ChangeMail | null> {
  const change = await findChange(ctx.db, changeId);
  const view = change && (await readMailOf(ctx, bookingId, "confirmed"));
  if (!view || view.start <= ctx.now()) return null;
  const textsOf = ({ start, end, practitioner, ...place }: Sold) =>
    bookingTexts({
      ...{ ...place, kind: view.kind, professionalName: practitioner },
      ...{ start: new Date(start), end: new Date(end) },
    });
  const wasStart = new Date(change.was.start);
  return { ...view, was: textsOf(change.was), isNow: textsOf(change.isNow), wasStart };
}
