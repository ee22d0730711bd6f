import { type Context, defineJob } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { unsubscribePage } from "../../notifications/topics/choose-topics.server.ts";
import { readMailOf } from "../read-booking-mail.server.ts";
import { dueReminder, REMINDERS } from "./rules.ts";
import { listComing, readRequirements } from "./store.server.ts";

/** Reminds once for each hour that is booked; safe to repeat (rule: booking-reminder). */
export const remindClients = defineJob("remind-clients", async (ctx) => {
  const now = ctx.now();
  const after = (length: number) => new Date(now.getTime() + length);
  const spans = REMINDERS.map(({ before, late }) => ({
    from: after(before - late),
    to: after(before),
  }));
  const coming = await listComing(ctx.db, spans);
  const mails = coming.flatMap(({ bookingId, start, confirmedAt, email }) => {
    const before = dueReminder(start, confirmedAt, now);
    if (before === null) return [];
    const at = start.toISOString();
    return {
      kind: "booking-reminder" as const,
      reference: `${bookingId}-${before / HOUR}-${at}`,
      to: email,
      data: { bookingId, start: at },
    };
  });
  return mails.length > 0 ? ctx.db.transaction((tx) => enqueueMails(ctx, tx, mails)) : 0;
});

export type Reminder = MailOf<typeof readReminder>;

export async function readReminder(ctx: Context, { id, data }: QueuedMail<"booking-reminder">) {
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
