import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { eq, ne, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { WEEKDAYS } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { mails, refunds, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { withoutOurs } from "../../../launch/environment.ts";
import { makeSession } from "../../make/catalogue.ts";
import { makeConfig } from "../../make/context.ts";
import { openMailbox } from "../../make/mailbox.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "../../make/payments.ts";

/*
 * kill -9 of separate workers while they have mails to send, refunds to ask for and slots to make:
 * their successors end every job within a minute, and do none twice.
 */

let world: PaymentWorld;
const workers: ChildProcess[] = [];
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await world.stop();
});

async function startWorker(smtpUrl: string): Promise<ChildProcess> {
  const { stripe } = world.simulator;
  const child = fork(new URL("./working-process.ts", import.meta.url), {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...withoutOurs(process.env),
      DATABASE_URL: world.databaseUrl,
      SMTP_URL: smtpUrl,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.connectWebhookSecret,
      STRIPE_API_BASE: String(stripe.apiBase),
      STRIPE_SIMULATED: "1",
      ENCRYPTION_KEY: makeConfig().encryptionKey,
      LOG_LEVEL: "error",
    },
  });
  workers.push(child);
  await once(child, "message");
  return child;
}

/** The mails whose sending has begun and is not written down as done, by any worker. */
async function mailsUnderWay(): Promise<string[]> {
  const { rows } = await world.db.execute<{ id: string }>(sql`
    select m.id from pgboss.job j join mails m on m.id = (j.data ->> 'mailId')::uuid
    where j.name = 'send-mail' and j.state = 'active' and m.status = 'queued'`);
  return rows.map(({ id }) => id);
}

/** Paid and called off: four mails and a refund; and a week of slots to be made. */
async function makeWork(): Promise<string> {
  const offer = await world.makeOffer();
  const client = await world.context(await makeClient(world.db), { address: newId() });
  const { bookingId } = await world.buy(offer, client);
  await cancelBooking(client, { bookingId });
  const session = await makeSession(world.db, {
    professional: offer.professional,
    recurrence: { days: WEEKDAYS.slice(0, 5), time: "18:00" },
  });
  await client.jobs.send(world.db, "generate-slots", { kind: "session", id: session.id });
  return session.id;
}

test("killed workers leave nothing undone and nothing done twice", {
  timeout: 600_000,
}, async () => {
  const kills = 20;
  const box = await openMailbox();
  const sessions: string[] = [];
  const underWay: string[] = [];
  let worker = await startWorker(box.url);
  for (const _ of Array.from({ length: kills })) {
    const next = startWorker(box.url);
    const before = box.mails.length;
    sessions.push(...(await Promise.all(Array.from({ length: 8 }, makeWork))));
    await vi.waitFor(() => expect(box.mails.length).toBeGreaterThan(before + 3), 60_000);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    underWay.push(...(await mailsUnderWay()));
    worker = await next;
  }
  const killed = performance.now();
  const { rows: cut } = await world.db.execute<{ name: string }>(
    sql`select name from pgboss.job where state = 'active'`,
  );
  const isDone = async () => {
    expect(await world.db.$count(mails, eq(mails.status, "queued"))).toBe(0);
    expect(await world.db.$count(refunds, ne(refunds.status, "succeeded"))).toBe(0);
    for (const id of sessions) {
      expect(await world.db.$count(slots, eq(slots.offeringId, id))).toBeGreaterThan(30);
    }
  };
  await vi.waitFor(isDone, { timeout: 2 * MINUTE, interval: 250 });
  const seconds = Math.round((performance.now() - killed) / 1_000);

  const rows = await world.db.select().from(mails);
  const bySubject = new Set(rows.map(({ kind, reference }) => `${kind} ${reference}`));
  expect(bySubject.size).toBe(rows.length);
  expect(rows).toHaveLength(sessions.length * 4);
  const ids = box.mails.map(({ messageId }) => messageId);
  const sent = rows.filter(({ status }) => status === "sent");
  // Taken by the mail server, and not written down before the kill: each says so by the same name. No
  // other comes again, and none more often than it was cut off. What says « confirmed » has lost its
  // point where the booking was called off before: it comes only if a kill cut it off.
  for (const { id, status } of rows) {
    const came = ids.filter((messageId) => messageId?.startsWith(`<${id}@`)).length;
    const cutOff = underWay.filter((one) => one === id).length;
    const said = `mail ${id}, ${status}, under way at ${cutOff} kills`;
    expect(came, said).toBeGreaterThanOrEqual(status === "sent" ? 1 : 0);
    expect(came, said).toBeLessThanOrEqual((status === "sent" ? 1 : 0) + cutOff);
  }
  const twice = ids.length - new Set(ids).size;
  const made = await world.context();
  const asked = new Set<unknown>();
  let count = 0;
  for await (const refund of made.stripe.refunds.list({ limit: 100 })) {
    asked.add(refund.metadata?.refund_id);
    count += 1;
  }
  expect([count, asked.size]).toEqual([sessions.length, sessions.length]);
  console.log(
    `${kills} kills (${cut.length} jobs cut at the last), ${sent.length} mails, ` +
      `${underWay.length} under way at a kill, ${twice} of them twice, ${count} refunds; all done after ${seconds} s`,
  );
  expect(seconds).toBeLessThan(60);
});
