import type { Context } from "../../context.server.ts";
import { type Cents, cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { Sold } from "../../tables.server.ts";
import { bookingTexts } from "../labels.ts";
import { type BookingMail, readMailOf } from "../read-booking-mail.server.ts";
import { findChange } from "./store.server.ts";

export interface ChangeMail extends BookingMail {
  was: ReturnType<typeof bookingTexts>;
  isNow: ReturnType<typeof bookingTexts>;
  wasStart: Date;
}

export async function readChangeMail(
  ctx: Context,
  { data: { bookingId, changeId } }: { data: { bookingId: string; changeId: string } },
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

export interface MoveMail extends ChangeMail {
  back: Cents;
}

export async function readMoveMail(
  ctx: Context,
  mail: QueuedMail<"booking-moved-client" | "booking-moved-professional">,
): Promise<MoveMail | null> {
  const change = await readChangeMail(ctx, mail);
  return change && { ...change, back: cents(mail.data.backCents) };
}
