import { OutsideError } from "#platform/outside-requests.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { addDays, dayKey, formatTime, fromParis, isNight } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { WAITED_FOR } from "../../jobs.ts";
import { factsOf, type MailKind } from "../labels.ts";
import { listRefused } from "../topics/store.server.ts";
import type { RenderPush } from "./schema.ts";
import { deleteDevice, findDevice, findTold, listDevicesOf } from "./store.server.ts";

/** Given up then, since its mail has gone. */
const PATIENCE = HOUR;

/** Milliseconds for which a push service keeps it by default, at least and at most. */
const SHORTEST = MINUTE;
const LONGEST = 24 * HOUR;

/** None rings between 21:00 and 8:00. */
export function timeOf(now: Date): { from: Date; until: Date } {
  const from = isNight(now) ? morningAfter(now) : now;
  return { from, until: new Date(from.getTime() + PATIENCE) };
}

function morningAfter(night: Date): Date {
  const day = dayKey(night);
  return fromParis(`${formatTime(night) < "12:00" ? day : addDays(day, 1)}T08:00`) ?? night;
}

/** Seconds for which a push service keeps it. */
export function secondsKept(goodUntil: Date, now: Date): number {
  const left = goodUntil.getTime() - now.getTime();
  return Math.round(Math.min(LONGEST, Math.max(SHORTEST, left)) / 1_000);
}

/** Asks in the caller's transaction; at night it waits for the morning (rule: notifications). */
export async function enqueuePushes(
  ctx: Context,
  tx: Executor,
  mails: readonly { id: string; kind: MailKind; to: string }[],
): Promise<void> {
  const told = mails.filter(({ kind }) => factsOf(kind).push);
  if (told.length === 0 || ctx.pusher.publicKey === null) return;
  const now = ctx.now();
  const emails = [...new Set(told.map(({ to }) => to))];
  const devices = await listDevicesOf(tx, emails, now);
  if (devices.length === 0) return;
  const { from, until } = timeOf(now);
  const jobs = told.flatMap(({ id: mailId, to }) =>
    devices
      .filter(({ email }) => email === to)
      .map(({ id: deviceId }) => ({ mailId, deviceId, until: until.toISOString() })),
  );
  const startAfter = secondsUntil(from, now);
  await ctx.jobs.send(tx, "send-push", jobs, { startAfter, priority: WAITED_FOR });
}

const secondsUntil = (then: Date, now: Date) => Math.ceil((then.getTime() - now.getTime()) / 1_000);

/**
 * Checks all again; a crash after the service took it sends twice (rule: notifications).
 * @throws what went wrong with the push service: the queue tries again.
 */
export async function sendPush(
  ctx: Context,
  job: { mailId: string; deviceId: string; until: string },
  render: RenderPush,
): Promise<void> {
  const now = ctx.now();
  if (now >= new Date(job.until)) return;
  const { from, until } = timeOf(now);
  if (from > now) {
    // It was tried for so long that the night has come.
    const later = { ...job, until: until.toISOString() };
    const startAfter = secondsUntil(from, now);
    return ctx.jobs.send(ctx.db, "send-push", later, { startAfter });
  }
  const device = await findDevice(ctx.db, job.deviceId, now);
  const mail = await findTold(ctx.db, job.mailId);
  if (!device || !mail || device.email !== mail.to) return;
  const topic = factsOf(mail.kind).push;
  if (!topic || (await listRefused(ctx.db, "push", device.userId)).includes(topic)) return;
  const told = await render(ctx, mail);
  if (!told) return;
  const { goodUntil, ...words } = told;
  const about = { to: device.email, seconds: secondsKept(goodUntil, now) };
  if ((await hand(ctx, device, { ...words, tag: mail.id }, about)) === "gone") {
    await deleteDevice(ctx.db, job.deviceId);
  }
}

/** An address that our guard lets nobody ask is no push service's. */
async function hand(ctx: Context, ...push: Parameters<Context["pusher"]["send"]>) {
  try {
    return await ctx.pusher.send(...push);
  } catch (error) {
    if (error instanceof OutsideError && error.failure === "refused") return "gone";
    throw error;
  }
}
