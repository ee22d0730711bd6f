import { writeIcs } from "#platform/ical/write-ics.server.ts";
import { hashSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { DAY, HOUR } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { feedText, feedTitle } from "./labels.ts";
import { listFeedSlots, openFeed } from "./store.server.ts";

const BACK = 30 * DAY;
const AHEAD = 365 * DAY;

/**
 * Hours, offering, seats and first names only (rule: calendar-out).
 * @throws AppError `not_found` for an unknown or revoked secret.
 */
export async function readFeed(ctx: Context, { secret }: { secret: string }): Promise<string> {
  const now = ctx.now();
  const before = new Date(now.getTime() - HOUR);
  const professionalId = await openFeed(ctx.db, hashSecret(secret), { now, before });
  if (!professionalId) throw new AppError("not_found");
  const from = new Date(now.getTime() - BACK);
  const to = new Date(now.getTime() + AHEAD);
  const slots = await listFeedSlots(ctx.db, { professionalId, from, to });
  const host = new URL(ctx.config.appUrl).hostname;
  const events = slots.map((slot) => {
    const { slotId, start, end, sequence, changedAt } = slot;
    const url = ctx.config.appUrl + addresses.agendaSlot(dayKey(start), slotId);
    const description = feedText(slot, url);
    const title = feedTitle(slot);
    return { uid: `${slotId}@${host}`, title, start, end, sequence, changedAt, description, url };
  });
  return writeIcs(events, { name: "Parenthèse" });
}
