import { writeIcs } from "#platform/ical/write-ics.server.ts";
import { hashSecret, newSecret } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { DAY, HOUR } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { feedText, feedTitle } from "./labels.ts";
import { deleteFeed, findFeed, listFeedSlots, openFeed, writeFeed } from "./store.server.ts";

/** Revokes the previous one (rule: calendar-out); shown once, because only its hash is stored. */
export async function renewFeed(ctx: Context): Promise<{ url: string }> {
  const { professionalId } = requireProfessional(ctx);
  const secret = newSecret();
  await writeFeed(ctx.db, professionalId, { secretHash: hashSecret(secret), now: ctx.now() });
  return { url: ctx.config.appUrl + addresses.calendarFeed(secret) };
}

export async function revokeFeed(ctx: Context): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const isGone = await deleteFeed(ctx.db, professionalId);
  if (!isGone) throw new AppError("not_found", { message: "Cette adresse est déjà fermée." });
}

/** Null without one; only the hash of the address is stored, so it cannot be shown. */
export async function showFeed(
  ctx: Context,
): Promise<{ createdAt: Date; readAt: Date | null } | null> {
  const { professionalId } = requireProfessional(ctx);
  return findFeed(ctx.db, professionalId);
}

const BACK = 30 * DAY;
const AHEAD = 365 * DAY;

/**
 * Hours, offering, seats and first names only (rule: calendar-out).
 * @throws AppError `not_found`
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
