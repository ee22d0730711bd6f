import { hashSecret, shortenId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { SmsFailure } from "#platform/sms.server.ts";
import * as addresses from "#site/addresses.ts";
import { type Context, defineJob } from "../context.server.ts";
import { dayKey, fromParis } from "../dates.ts";
import { SECOND } from "../durations.ts";
import { rightsOf } from "../subscriptions/rules.ts";
import { currentPlan } from "../subscriptions/show-subscription.server.ts";
import { textOf } from "./labels.ts";
import { judge, LEASE, monthlyCap, nextTry } from "./rules.ts";
import {
  countSent,
  dropSms,
  isStopped,
  lockDue,
  queueForLimits,
  readOccasion,
  type Sms,
  updateSms,
} from "./store.server.ts";

const AT_ONCE = 8;
/** Begins no other afterwards, so that a provider that hangs holds up one job only. */
const TURN = 12 * SECOND;

/** Claims a row before asking the provider, so that none is sent twice (rule: sms-limits). */
export const sendTexts = defineJob("send-texts", async (ctx) => {
  const started = performance.now();
  const work = async () => {
    while (performance.now() - started < TURN) {
      const claimed = await ctx.db.transaction((tx) => claim(ctx, tx));
      if (!claimed) return;
      if (claimed.text !== null) await send(ctx, claimed.sms, claimed.to, claimed.text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
});

type Claimed = { sms: Sms; to: string; text: string } | { sms: Sms; to: null; text: null };

async function claim(ctx: Context, tx: Transaction): Promise<Claimed | null> {
  await queueForLimits(tx);
  const now = ctx.now();
  const sms = await lockDue(tx, now);
  if (!sms) return null;
  const left = { sms, to: null, text: null };
  // A process died between asking the provider and writing down its answer.
  if (sms.sentAt) return dropSms(tx, sms.id, "unknown").then(() => left);
  const occasion = await readOccasion(tx, sms);
  if (!occasion) return dropSms(tx, sms.id, "dead").then(() => left);
  const { number } = occasion;
  const plan = await currentPlan(tx, { userId: occasion.owner_id, now });
  const sent = await countSent(
    tx,
    { number: number ?? "", professionalId: sms.professionalId },
    { day: startOf(dayKey(now)), month: startOf(`${dayKey(now).slice(0, 7)}-01`) },
  );
  const verdict = judge(
    {
      kind: sms.kind,
      isAlive: occasion.status === "confirmed",
      isPaid: occasion.cents > 0,
      start: occasion.start,
      hasReminders: rightsOf(plan).remindsBySms,
      number,
      isStopped: number !== null && (await isStopped(tx, hashSecret(number))),
      sentToNumberToday: sent.toNumber,
      sentThisMonth: sent.forProfessional,
      monthlyCap: monthlyCap(plan),
    },
    now,
  );
  if (verdict !== "now" || number === null) {
    if (verdict === "now" || "never" in verdict) {
      await dropSms(tx, sms.id, verdict === "now" ? "no number" : verdict.never);
    } else await updateSms(tx, sms.id, { sendAt: verdict.later });
    return left;
  }
  const attempts = sms.attempts + 1;
  const lease = new Date(now.getTime() + LEASE);
  await updateSms(tx, sms.id, { attempts, sentAt: now, sendAt: lease, toNumber: number });
  const text = textOf({
    kind: sms.kind,
    title: occasion.title,
    start: occasion.start,
    practitioner: occasion.practitioner,
    city: occasion.is_online ? null : occasion.city,
    stopUrl: ctx.config.appUrl + addresses.smsStop(shortenId(sms.id)),
  });
  return { sms: { ...sms, attempts }, to: number, text };
}

async function send(ctx: Context, sms: Sms, to: string, text: string): Promise<void> {
  try {
    const providerId = await ctx.texter.send({ to, text });
    await updateSms(ctx.db, sms.id, { status: "sent", providerId, why: null });
  } catch (error) {
    const outcome = error instanceof SmsFailure ? error.outcome : "unknown";
    ctx.log.warn({ err: error, smsId: sms.id, outcome }, "a text message was not sent");
    const sendAt = outcome === "not taken" ? nextTry(sms.attempts, ctx.now()) : null;
    if (sendAt) await updateSms(ctx.db, sms.id, { sentAt: null, sendAt, why: outcome });
    else await dropSms(ctx.db, sms.id, outcome);
  }
}

function startOf(day: string): Date {
  const start = fromParis(`${day}T00:00`);
  if (!start) throw new Error(`no day ${day}`);
  return start;
}
