import { shortenId } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { isNight } from "../../dates.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { unsubscribePage } from "../../notifications/topics/unsubscribe-recipient.server.ts";
import { type FittingSlot, findFitting } from "../../search/list-bookable.server.ts";
import { MOST_NAMED } from "../rules.ts";
import type { Owner } from "../schema.ts";
import { listFinds, untell } from "./store.server.ts";

/** The data of a mail about alerts, read when it is sent. */
export interface AlertMail {
  /** The soonest, each once, with the address of its page. */
  slots: (FittingSlot & { url: string; seats: number })[];
  /** How many more there are. */
  more: number;
  now: Date;
  alertsUrl: string;
  /** Where such mails are ended. */
  unsubscribeUrl: string;
}

/** Null when nothing of it fits any more, or it is night by now: then it waits for the morning. */
export async function readAlertMail(
  ctx: Context,
  { id, data }: QueuedMail<"alert-found">,
): Promise<AlertMail | null> {
  const { userId, toldAt } = data;
  const told = await readTold(ctx, { userId }, toldAt);
  const alertsUrl = ctx.config.appUrl + addresses.alerts;
  return told && { ...told, alertsUrl, unsubscribeUrl: unsubscribePage(ctx, id) };
}

/** The same for a guest, who sees and stops what they keep on one page (rule: guest-alerts). */
export async function readGuestAlertMail(
  ctx: Context,
  { data: { guestId, toldAt } }: QueuedMail<"guest-alert-found">,
): Promise<AlertMail | null> {
  const told = await readTold(ctx, { guestId }, toldAt);
  const pageUrl = ctx.config.appUrl + addresses.guestAlerts(shortenId(guestId));
  return told && { ...told, alertsUrl: pageUrl, unsubscribeUrl: pageUrl };
}

async function readTold(
  ctx: Context,
  owner: Owner,
  toldAt: string,
): Promise<Pick<AlertMail, "slots" | "more" | "now"> | null> {
  const now = ctx.now();
  if (isNight(now)) {
    // A mail server that was away may have kept it until now: the morning tells it anew.
    await untell(ctx.db, owner, new Date(toldAt));
    return null;
  }
  const slots = new Map<string, FittingSlot & { seats: number }>();
  for (const { alert, slotIds } of await listFinds(ctx.db, owner, new Date(toldAt))) {
    const { seats = 1 } = alert.conditions;
    for (const slot of await findFitting(ctx, alert.conditions, slotIds)) {
      const known = slots.get(slot.slotId);
      if (!known || known.seats < seats) slots.set(slot.slotId, { ...slot, seats });
    }
  }
  if (slots.size === 0) return null;
  const soonest = [...slots.values()].sort((a, b) => a.start.getTime() - b.start.getTime());
  const { appUrl } = ctx.config;
  return {
    slots: soonest.slice(0, MOST_NAMED).map((slot) => ({
      ...slot,
      url: appUrl + pageOf(slot),
    })),
    more: Math.max(0, soonest.length - MOST_NAMED),
    now,
  };
}

function pageOf({ kind, card: { id }, slotId, seats }: FittingSlot & { seats: number }): string {
  const page = kind === "session" ? addresses.session(id) : addresses.activity(id);
  return `${page}?creneau=${slotId}${seats > 1 ? `&seats=${seats}` : ""}`;
}
