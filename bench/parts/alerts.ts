import { sql } from "drizzle-orm";
import pg from "pg";
import { noteCandidates } from "#core/alerts/finds/note-candidates.server.ts";
import { keepAlert } from "#core/alerts/keep-alert.server.ts";
import { MAX_ALERTS } from "#core/alerts/rules.ts";
import type { Actor, Context } from "#core/context.server.ts";
import { sweepListings } from "#core/listings/refresh-listings.server.ts";
import { type Dice, dice } from "../../db/demo/seeded-random.ts";
import { median, ms, quantile } from "../numbers.ts";
import type { Measured, Part, World } from "../part.ts";
import { watchProcesses } from "../processor.ts";
import { alertConditions } from "../questions.ts";
import { openProduct } from "../runtime.ts";

/*
 * One slot that comes, compared with all searches that people keep, and what is found written down:
 * the use case, one slot a turn. What PostgreSQL's processes take for it, since a clock would count
 * what else the machine does.
 */

const SESSIONS = 10_000;
const ALERTS = 100_000;
const SLOTS = 400;
const BUDGET_MS = 20;
const WARMING = 20;
/** So many people keep their searches at a time. */
const AT_ONCE = 4;

/** Keeps as many searches as there are to be, ten by each of as many people, by the use case itself. */
async function keepAll(ctx: Context, random: Dice): Promise<void> {
  const people = ALERTS / MAX_ALERTS;
  await ctx.db.execute(sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    select gen_random_uuid(), 'Bench', 'alerte-' || n || '@bench.example.fr', true, now(), now()
    from generate_series(1, ${people}::int) n`);
  const { rows } = await ctx.db.execute<{ userId: string; email: string }>(sql`
    select id as "userId", email from users where email like 'alerte-%' order by email`);
  const waiting = rows.map((person) => ({
    person,
    kept: Array.from({ length: MAX_ALERTS }, () => alertConditions(random)),
  }));
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const actor = { ...next.person, professionalId: null } as Actor;
      for (const conditions of next.kept) await keepAlert({ ...ctx, actor }, conditions);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Slots of any hour, place and price that can be booked now, in an order that follows from the seed. */
async function pickSlots(ctx: Context, seed: number): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select slot_id as id from listed_slots
    where valid_from <= now() and valid_until > now() and closes_at > now() + interval '1 hour'
    order by md5(slot_id::text || ${String(seed)}) limit ${SLOTS}`);
  return rows.map(({ id }) => id);
}

const forget = (ctx: Context) => ctx.db.execute(sql`truncate alert_finds, slot_news`);
const note = (ctx: Context, slotId: string) =>
  ctx.db.execute(sql`insert into slot_news (slot_id, is_new) values (${slotId}, true)`);

async function measure(world: World): Promise<Measured> {
  const url = await world.copy(SESSIONS);
  const { ctx, close } = await openProduct(url);
  await sweepListings(ctx);
  world.log(`  keeping ${ALERTS} alerts`);
  await keepAll(ctx, dice(`${world.seed} alerts`));
  // By a client of its own: it may take longer than any statement of the product.
  const client = new pg.Client({ connectionString: url, options: "-c TimeZone=UTC -c jit=off" });
  await client.connect();
  await client.query("vacuum analyze alerts");
  // The whole catalogue was news.
  await forget(ctx);
  const slots = await pickSlots(ctx, world.seed);
  const processes = await watchProcesses(url);
  const took: number[] = [];
  const lasted: number[] = [];
  const found: number[] = [];
  for (const [index, slotId] of [...slots.slice(0, WARMING), ...slots].entries()) {
    await note(ctx, slotId);
    const [used, start] = [await processes.used(), performance.now()];
    const count = await noteCandidates(ctx);
    const end = performance.now();
    // The first ones warm the connections and their plans.
    if (index < WARMING) {
      await forget(ctx);
      continue;
    }
    took.push((await processes.used()) - used);
    lasted.push(end - start);
    found.push(count);
  }
  await processes.close();
  await client.end();
  await close();
  const p95 = quantile(took, 0.95);
  const row = (what: string, value: number) => ({ what, product: ms(value) });
  return {
    rows: [
      row("a slot against all alerts, p50", median(took)),
      {
        ...row("a slot against all alerts, p95", p95),
        budget: `≤ ${BUDGET_MS} ms`,
        met: p95 <= BUDGET_MS,
        note: `${quantile(found, 0.95)} alerts are found then, ${median(found)} at p50`,
        unmet: "Most of it is writing down what was found, a row for each alert.",
      },
      row("a slot against all alerts, p99", quantile(took, 0.99)),
      row("the same by the clock, whatever else the machine does, p95", quantile(lasted, 0.95)),
    ],
    curves: [],
    notes: [
      `${ALERTS.toLocaleString("fr-FR")} alerts, ten by each of ${(ALERTS / MAX_ALERTS).toLocaleString("fr-FR")} people: activities by their name or in words, nine of ten around a town, oftener a large one, some with days, hours, a price and several seats. ${SLOTS} slots of a catalogue of ${SESSIONS.toLocaleString("fr-FR")} sessions, one after the other, each in a turn of its own with all that it writes.`,
    ],
  };
}

export const part: Part = { name: "alerts", title: "Alerts", measure };
