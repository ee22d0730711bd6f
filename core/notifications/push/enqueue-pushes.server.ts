import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { WAITED_FOR } from "../../jobs.ts";
import { factsOf, type MailKind } from "../labels.ts";
import { timeOf } from "./rules.ts";
import { listDevicesOf } from "./store.server.ts";

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
  const startAfter = Math.ceil((from.getTime() - now.getTime()) / 1_000);
  await ctx.jobs.send(tx, "send-push", jobs, { startAfter, priority: WAITED_FOR });
}
