import type { Context } from "../../context.server.ts";
import { cents } from "../../money.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import type { Sold } from "../../tables.server.ts";
import { bookingTexts } from "../labels.ts";
import { readMailOf } from "../read-booking-mail.server.ts";
import { findChange } from "./store.server.ts";

export type ChangeMail = MailOf<typeof readChangeMail>;

/** Null once the booking is cancelled or has begun. */
export async function readChangeMail(
  ctx: Context,
  { data: { bookingId, changeId } }: { data: { bookingId: string; changeId: string } },
) {
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

export type MoveMail = MailOf<typeof readMoveMail>;

export async function readMoveMail(
  ctx: Context,
  mail: QueuedMail<"booking-moved-client" | "booking-moved-professional">,
) {
  const change = await readChangeMail(ctx, mail);
  return change && { ...change, back: cents(mail.data.backCents) };
}
