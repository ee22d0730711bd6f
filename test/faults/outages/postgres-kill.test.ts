import { setTimeout as wait } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { MINUTE } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { compareProvider } from "#core/reconciliation/compare-provider.server.ts";
import { reconcilePayments } from "#core/reconciliation/reconcile-payments.server.ts";
import { bookings, payments } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { expectInvariants } from "../../make/database.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  type PaymentWorld,
} from "../../make/payments.ts";
import { type OwnPostgres, openOwnPostgres } from "./own-postgres.ts";

/*
 * kill -9 of PostgreSQL while people book and pay: what was answered is there after its restart, the
 * site finds it again by itself, and what was under way is settled. The test's own proof is a server
 * that answers before it has written (`synchronous_commit=off`): there the same count finds losses.
 */

let postgres: OwnPostgres;
let world: PaymentWorld;
beforeAll(async () => {
  // Rarely by itself: only commits write the log.
  postgres = await openOwnPostgres({ settings: ["wal_writer_delay=10s"] });
  world = await openPaymentWorld({}, postgres.url);
  // As every process of the site listens (core/runtime.server.ts).
  world.db.$client.on("error", () => {});
  // The site does this before it listens: the first job starts the queue.
  await (await world.context()).jobs.send(world.db, "sweep-listings", {});
});
afterAll(async () => {
  await world.stop().finally(() => postgres.close());
});

const BUYERS = 12;

test("what was answered to buyers is kept, and the site answers again within a minute", {
  timeout: 900_000,
}, async () => {
  // A slot that is sold out is followed by another. All of them are made before the first kill: what
  // makes them takes several transactions, and half of it would be a fault of this test.
  const offers = await Promise.all(
    Array.from({ length: 80 }, () => world.makeOffer({ spots: 50 })),
  );
  const held: string[] = [];
  const confirmed: string[] = [];
  const failures: string[] = [];
  const soldOut = new Set<string>();
  let isOver = false;
  /**
   * Holds a seat, pays, looks at the result; somebody whose attempt fails comes again as somebody
   * else.
   */
  const buy = async () => {
    while (!isOver) {
      const offer = offers.find(({ slotId }) => !soldOut.has(slotId));
      if (!offer) throw new Error("every slot is sold out");
      try {
        const ctx = await world.context(await makeClient(world.db), { address: newId() });
        const { bookingId } = await bookSlot(ctx, offer);
        held.push(bookingId);
        const sessionId = await checkoutOf(world.db, bookingId);
        await world.simulator.pay(sessionId);
        const { bookingConfirmed } = await verifyPayment(ctx, { sessionId });
        if (bookingConfirmed) confirmed.push(bookingId);
      } catch (error) {
        if (isAppError(error) && error.code === "slot_unavailable") soldOut.add(offer.slotId);
        else failures.push(String(error));
        await wait(100);
      }
    }
  };
  const buyers = Array.from({ length: BUYERS }, buy);
  const away: number[] = [];
  for (const _ of Array.from({ length: 20 })) {
    const before = confirmed.length;
    await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(before + 20), 60_000);
    const killed = performance.now();
    await postgres.kill();
    const known = confirmed.length;
    await postgres.start();
    await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(known), 60_000);
    away.push(Math.round(performance.now() - killed));
  }
  isOver = true;
  await Promise.all(buyers);
  console.log(
    `${away.length} kills, ${held.length} holds and ${confirmed.length} confirmations answered, ` +
      `${failures.length} refused meanwhile, again after ${Math.max(...away)} ms at most`,
  );
  expect(failures.length).toBeGreaterThan(0);
  expect(Math.max(...away)).toBeLessThan(MINUTE);

  const rows = await world.db.select().from(bookings).where(inArray(bookings.id, held));
  expect(rows).toHaveLength(held.length);
  const kept = new Set(rows.filter(({ status }) => status === "confirmed").map(({ id }) => id));
  expect(confirmed.filter((id) => !kept.has(id))).toEqual([]);

  for (const seconds of [31, 62]) {
    world.shift(seconds * 1_000);
    await reconcilePayments(await world.context());
    await world.runJobs();
  }
  await expectInvariants(world.db);
  world.shift(4 * MINUTE);
  const verdicts = await compareProvider(await world.context());
  expect(verdicts.flatMap(({ faults }) => faults)).toEqual([]);
  const states = await world.db.selectDistinct({ status: payments.status }).from(payments);
  expect(["paid", "open"]).toEqual(expect.arrayContaining(states.map(({ status }) => status)));
});

/** How many rows a killed server has answered for, and how many of them are lost. */
async function count(synchronousCommit: "on" | "off") {
  const options = `-c synchronous_commit=${synchronousCommit}`;
  await world.db.$client.query("create table if not exists answered (id uuid primary key)");
  const pool = new pg.Pool({ connectionString: postgres.url, options, max: 8 });
  pool.on("error", () => {});
  const answered: string[] = [];
  const write = async () => {
    for (;;) {
      const id = newId();
      try {
        await pool.query("insert into answered values ($1)", [id]);
      } catch {
        return; // killed
      }
      answered.push(id);
    }
  };
  const writers = Array.from({ length: 8 }, write);
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(100), 30_000);
  await postgres.kill();
  await Promise.all(writers);
  await pool.end();
  await postgres.start();
  const found = await world.db.$client.query("select id from answered where id = any($1)", [
    answered,
  ]);
  return { answered: answered.length, lost: answered.length - found.rows.length };
}

test("the same count finds what is lost where nothing is waited for", async () => {
  expect((await count("on")).lost).toBe(0);
  const { answered, lost } = await count("off");
  console.log(`synchronous_commit=off: ${lost} of ${answered} lost`);
  expect(lost).toBeGreaterThan(0);
});
