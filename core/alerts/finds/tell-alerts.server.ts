import { shortenId } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { dayKey, fromParis, isNight } from "../../dates.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { unsubscribePage } from "../../notifications/topics/choose-topics.server.ts";
import { type FittingSlot, findFitting } from "../../search/find-fitting.server.ts";
import { MAILS_A_DAY, MAX_NAMED } from "../rules.ts";
import type { Find, Owner, Told } from "../schema.ts";
import { dropFinds, listFinds, listToTell, markTold } from "./store.server.ts";

export { markUntold } from "./store.server.ts";

const TURN = 50;

/** Mails people what fits their alerts, all at once for each (rule: alerts); safe to repeat. */
export const tellAlerts = defineJob("tell-alerts", async (ctx) => {
  const now = ctx.now();
  if (isNight(now)) return 0;
  const today = fromParis(`${dayKey(now)}T00:00`) ?? now;
  const people = await listToTell(ctx.db, { today, most: MAILS_A_DAY, limit: TURN });
  let mails = 0;
  for (const person of people) {
    if (await tell(ctx, person, now)) mails += 1;
  }
  return mails;
});

async function tell(
  ctx: Context,
  { owner, email: to }: { owner: Owner; email: string },
  now: Date,
): Promise<boolean> {
  const judged = await judgeFinds(ctx, owner);
  const fitting = judged.filter(({ slot }) => slot);
  return ctx.db.transaction(async (tx) => {
    await dropFinds(
      tx,
      judged.filter(({ slot }) => !slot),
    );
    const finds = await markTold(tx, fitting, now);
    if (finds.length === 0) return false;
    const toldAt = now.toISOString();
    const { userId, guestId } = owner;
    return userId === undefined
      ? enqueueMail(ctx, tx, {
          ...{ kind: "guest-alert-found", reference: `${guestId}-${toldAt}`, to },
          data: { guestId, finds, toldAt },
        })
      : enqueueMail(ctx, tx, {
          ...{ kind: "alert-found", reference: `${userId}-${toldAt}`, to },
          data: { userId, finds, toldAt },
        });
  });
}

/** What fits, when a mail is written and when it leaves (rules: alerts, search-match). */
async function judgeFinds(
  ctx: Context,
  owner: Owner,
  told?: Told,
): Promise<(Find & { seats: number; slot: FittingSlot | undefined })[]> {
  const judged = [];
  for (const { alert, slotIds } of await listFinds(ctx.db, owner, told)) {
    const fitting = await findFitting(ctx, alert.conditions, slotIds);
    const slots = new Map(fitting.map((slot) => [slot.slotId, slot]));
    const { seats = 1 } = alert.conditions;
    for (const slotId of slotIds) {
      judged.push({ alertId: alert.id, slotId, seats, slot: slots.get(slotId) });
    }
  }
  return judged;
}

export interface AlertMail {
  slots: (FittingSlot & { url: string; seats: number })[];
  more: number;
  now: Date;
  alertsUrl: string;
  unsubscribeUrl: string;
}

export async function readAlertMail(
  ctx: Context,
  { id, data }: QueuedMail<"alert-found">,
): Promise<AlertMail | null> {
  const told = await readTold(ctx, data);
  const alertsUrl = ctx.config.appUrl + addresses.alerts;
  return told && { ...told, alertsUrl, unsubscribeUrl: unsubscribePage(ctx, id) };
}

/** A guest sees and stops what they keep on one page (rule: guest-alerts). */
export async function readGuestAlertMail(
  ctx: Context,
  { data }: QueuedMail<"guest-alert-found">,
): Promise<AlertMail | null> {
  const told = await readTold(ctx, data);
  const pageUrl = ctx.config.appUrl + addresses.guestAlerts(shortenId(data.guestId));
  return told && { ...told, alertsUrl: pageUrl, unsubscribeUrl: pageUrl };
}

async function readTold(
  ctx: Context,
  told: Owner & Told,
): Promise<Pick<AlertMail, "slots" | "more" | "now"> | null> {
  const now = ctx.now();
  // A mail server that was away may have kept it until now.
  if (isNight(now)) return null;
  const slots = new Map<string, FittingSlot & { seats: number }>();
  for (const { slot, seats } of await judgeFinds(ctx, told, told)) {
    const known = slot && slots.get(slot.slotId);
    if (slot && (!known || known.seats < seats)) slots.set(slot.slotId, { ...slot, seats });
  }
  if (slots.size === 0) return null;
  const soonest = [...slots.values()].sort((a, b) => a.start.getTime() - b.start.getTime());
  const named = soonest.slice(0, MAX_NAMED);
  return {
    slots: named.map((slot) => ({
      ...slot,
      url: ctx.config.appUrl + addresses.offering(slot.kind, slot.card.id, slot.slotId, slot.seats),
    })),
    more: soonest.length - named.length,
    now,
  };
}
