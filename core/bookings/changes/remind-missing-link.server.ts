import { type Context, defineJob } from "../../context.server.ts";
import { HOUR } from "../../durations.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { editionPath } from "../rules.ts";
import { findLinkless, listLinkless } from "./store.server.ts";

/** Hours before the start. */
const REMINDERS = [2, 24] as const;

/** Reminds of missing links, each time once; safe to repeat (rule: somewhere-to-go). */
export const remindMissingLink = defineJob("remind-of-link", async (ctx) => {
  const now = ctx.now();
  const until = new Date(now.getTime() + REMINDERS[1] * HOUR);
  const missing = await listLinkless(ctx.db, { now, until });
  const mails = missing.map(({ slotId, start, email }) => {
    const left = start.getTime() - now.getTime();
    const hours = left <= REMINDERS[0] * HOUR ? REMINDERS[0] : REMINDERS[1];
    const reference = `${slotId}-${hours}`;
    return { kind: "link-missing" as const, reference, to: email, data: { slotId } };
  });
  return mails.length > 0 ? ctx.db.transaction((tx) => enqueueMails(ctx, tx, mails)) : 0;
});

export async function readLinkReminder(ctx: Context, mail: QueuedMail<"link-missing">) {
  const slot = await findLinkless(ctx.db, mail.data.slotId, ctx.now());
  return slot && { ...slot, editUrl: ctx.config.appUrl + editionPath(slot.kind, slot.offeringId) };
}
