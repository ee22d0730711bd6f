import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { holdSeat } from "#core/bookings/holds/hold-seat.server.ts";
import type { Actor, Context } from "#core/context.server.ts";
import { writeBareSeat } from "../bare-seat.ts";
import { rateOfWork } from "../load.ts";
import { median, perSecond, ratio } from "../numbers.ts";
import type { Curve, Measured, Part, Row, World } from "../part.ts";
import { openProduct } from "../runtime.ts";
import { asScript, listen, type Stands } from "../statements.ts";

/*
 * How many bookings a second one process makes, beside pgbench sending the very statements that the
 * product sends (they are written down while it books once), over as many connections. A hold is
 * measured beside a bare seat transaction too: one conditional update and one insert.
 *
 * Two bookings: the hold of a seat that is to be paid, until the provider would be asked; and the
 * whole of one without charge, its two mails put into the outbox. On two plans: each on another slot
 * of many, or all on one.
 */

const SESSIONS = 100_000;
/** The product's pool, and as many bookings under way. */
const CONNECTIONS = 10;
const SECONDS = 6;
const WARM_SECONDS = 2;
const ROUNDS = 3;
const QUICK_SECONDS = 4;
const UNDER_WAY = [1, 2, 5, 10, 20, 40];
const CURVE_SECONDS = 2;
/** Slots of each kind, each of another session. */
const SLOTS = 10_000;
/** More than a round books. PostgreSQL's smallint ends there; the product's CHECK is taken away. */
const SEATS = 32_000;
/** More than a round books: on one slot everybody books once. */
const BUYERS = 100_000;
const PAID = "019b0000-0001-7000-8000-";
const FREE = "019b0000-0002-7000-8000-";

const hex = (number: number) => number.toString(16).padStart(12, "0");
const BUYER = "019b0000-0003-7000-8000-";

/** The buyer of booking `i`, none twice before all had their turn. */
function buyerOf(i: number): { actor: Actor; address: string } {
  const number = i % BUYERS;
  return {
    actor: {
      userId: BUYER + hex(number),
      email: `buyer-${number}@bench.example.fr`,
      firstName: "Buyer",
      lastName: String(number),
      isClient: true,
      isPro: false,
      professionalId: null,
      hasActiveSubscription: false,
      mustChangePassword: false,
    },
    address: `2001:db8::${i.toString(16)}`,
  };
}

interface Kind {
  name: string;
  prefix: string;
  book(ctx: Context, slotId: string, offeringId: string): Promise<unknown>;
}

const KINDS: Kind[] = [
  {
    name: "hold of a seat to be paid",
    prefix: PAID,
    book: (ctx, slotId, offeringId) => hold(ctx, slotId, offeringId),
  },
  {
    name: "booking without charge",
    prefix: FREE,
    book: (ctx, slotId, offeringId) => bookSlot(ctx, { slotId, sessionId: offeringId }),
  },
];

const PLANS = [
  {
    plan: "spread over slots",
    slots: SLOTS,
    budget: 0.35,
    bareBudget: 0.2,
    unmet:
      "a process of Node has one core, which builds each statement, reads what it found and decides by it, where pgbench sends what stands in its script. Fewer statements a booking would meet it, at the price of rules that are written in SQL. More bookings a second come from a process for each core (« Several processes »).",
  },
  {
    plan: "on one slot",
    slots: 1,
    budget: 0.5,
    bareBudget: null,
    unmet:
      "the slot's row is locked from the taking of the seat until the commit, and whatever the product does between its statements meanwhile makes all others wait. Fewer statements after the seat is taken would meet it, or a row for each seat.",
  },
];

/** The statements that `bookSlot` commits before it asks the provider. */
function hold(ctx: Context, slotId: string, offeringId: string): Promise<unknown> {
  const { actor } = ctx;
  if (!actor) throw new Error("somebody books");
  const buyer = { email: actor.email, userId: actor.userId, guestProofHash: null };
  return ctx.db.transaction(async (tx) => {
    const wish = { kind: "session", slotId, seats: 1, offeringId } as const;
    const held = await holdSeat(ctx, tx, buyer, wish);
    if (held.outcome !== "held") throw new Error("nobody books a slot twice here");
  });
}

// ─── Data ──────────────────────────────────────────────────────────────────────────────────────

/**
 * Slots with seats for all, the first half of the sessions at one price, the others without. Nobody
 * holds two at the same hour, which would be refused.
 */
async function prepare(pool: pg.Pool): Promise<string[]> {
  await pool.query(`
    alter table slots drop constraint slots_capacity;
    create table benched as
      select row_number() over (order by s.id) - 1 as n, s.id,
          row_number() over (partition by s.professional_id order by s.id) as turn from offerings s
        join professional_profiles p on p.id = s.professional_id
      where s.is_active and p.can_receive_charges and s.price_cents > 0 limit ${2 * SLOTS};
    update offerings set discounted_price_cents = null,
        price_cents = case when n < ${SLOTS} then 4000 else 0 end
      from benched where benched.id = offerings.id;
    insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select ((case when n < ${SLOTS} then '${PAID}' else '${FREE}' end)
          || lpad(to_hex(n % ${SLOTS}), 12, '0'))::uuid, id,
        starts_at, starts_at + interval '1 hour', ${SEATS}, ${SEATS}
      from benched, lateral (select date_trunc('day', now()) + interval '30 days' + turn * interval '2 hours'
        as starts_at) hours;
    insert into users (id, email, email_verified, name)
      select ('${BUYER}' || lpad(to_hex(n), 12, '0'))::uuid, 'buyer-' || n || '@bench.example.fr', true,
        'Buyer ' || n from generate_series(0, ${BUYERS - 1}) n;
    insert into profiles (id, email, first_name, last_name)
      select id, email, 'Buyer', split_part(name, ' ', 2) from users where email like 'buyer-%'`);
  await pool.query("vacuum analyze slots, offerings, users, profiles");
  const { rows } = await pool.query<{ id: string }>("select id from benched order by n");
  return rows.map(({ id }) => id);
}

async function empty(pool: pg.Pool): Promise<void> {
  await pool.query(`
    truncate bookings, payments, mails cascade;
    delete from pgboss.job;
    delete from occupied where slot_id between '${PAID}${hex(0)}' and '${FREE}${hex(SLOTS)}';
    update slots set available_spots = capacity, is_occupied = false
      where id between '${PAID}${hex(0)}' and '${FREE}${hex(SLOTS)}' and is_occupied`);
  await pool.query("vacuum analyze slots, occupied");
  await pool.query("checkpoint");
}

// ─── Rates ─────────────────────────────────────────────────────────────────────────────────────

/** Booking `i`, of the plan's slots in turn. */
function bookOnce(
  ctx: Context,
  { prefix, book }: Kind,
  slots: number,
  offerings: readonly string[],
  i: number,
): Promise<unknown> {
  const slot = i % slots;
  const offering = offerings[slot + (prefix === PAID ? 0 : SLOTS)] ?? "";
  return book({ ...ctx, ...buyerOf(i) }, prefix + hex(slot), offering);
}

/** Bookings a second of the product in this process. */
function rateOfProduct(
  ctx: Context,
  kind: Kind,
  slots: number,
  offerings: readonly string[],
  seconds: number,
  underWay = CONNECTIONS,
): Promise<number> {
  const work = (i: number) => bookOnce(ctx, kind, slots, offerings, i);
  return rateOfWork({ underWay, seconds, work });
}

/** The same rate for pgbench. */
function rateOfStatements(
  pgbench: string,
  url: string,
  script: string,
  seconds: number,
  underWay: number,
): number {
  const { hostname, port, username, password, pathname } = new URL(url);
  const { stdout, stderr, status } = spawnSync(
    pgbench,
    [
      ...["-h", hostname, "-p", port, "-U", username, "-n", "-M", "prepared", "-j", "1"],
      ...["-c", String(underWay), "-T", String(seconds), "-D", "n=0", "-f", script],
      pathname.slice(1),
    ],
    {
      encoding: "utf8",
      env: { ...process.env, PGPASSWORD: password, PGOPTIONS: "-c TimeZone=UTC -c jit=off" },
    },
  );
  const rate = Number(stdout?.match(/tps = ([\d.]+)/)?.[1]);
  if (status !== 0 || stderr.includes("aborted")) throw new Error(`pgbench failed: ${stderr}`);
  return rate;
}

/** pgbench's script for what the product does for one booking. */
async function scriptOf(
  world: World,
  pool: pg.Pool,
  ctx: Context,
  kind: Kind,
  slots: number,
  offerings: readonly string[],
): Promise<string> {
  const i = BUYERS - 1;
  const slot = i % slots;
  const buyer = buyerOf(i);
  // A process asks some things once, for its first booking.
  await bookOnce(ctx, kind, slots, offerings, i - 1);
  const sent = await listen(() => bookOnce(ctx, kind, slots, offerings, i));
  const email = `('buyer-' || (:buyer)::int || '@bench.example.fr')`;
  const address = `('2001\\x3adb8\\x3a\\x3a' || to_hex((:i)::bigint))`.replace("'2001", "E'2001");
  const id = (prefix: string, number: string) =>
    `('${prefix}' || lpad(to_hex((${number})::bigint), 12, '0'))`;
  const stands: Stands = new Map([
    [buyer.actor.email, email],
    [`hold:${buyer.actor.email}`, `(E'hold\\x3a' || ${email})`],
    [buyer.address, address],
    [`from:${buyer.address}`, `(E'from\\x3a' || ${address})`],
    [buyer.actor.userId, id(BUYER, ":buyer")],
    [kind.prefix + hex(slot), id(kind.prefix, ":slot")],
  ]);
  const head = [
    "\\set n :n + 1",
    `\\set i :n * ${CONNECTIONS} + :client_id`,
    `\\set buyer :i % ${BUYERS}`,
    `\\set slot :i % ${slots}`,
  ].join("\n");
  const client = await pool.connect();
  try {
    const file = path.join(world.dataDir, `booking-${kind.prefix === PAID ? "paid" : "free"}.sql`);
    fs.writeFileSync(file, await asScript(client, sent, stands, head));
    return file;
  } finally {
    client.release();
  }
}

async function measure(world: World): Promise<Measured> {
  const pgbench = findPgbench();
  if (!pgbench) {
    const note =
      "Not measured: the bound is pgbench, and PostgreSQL's client programs are not installed here.";
    world.log(note);
    return { rows: [], curves: [], notes: [note] };
  }
  const url = await world.copy(SESSIONS);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    return await compare(world, pgbench, url, pool);
  } finally {
    await pool.end();
  }
}

async function compare(
  world: World,
  pgbench: string,
  url: string,
  pool: pg.Pool,
): Promise<Measured> {
  const offerings = await prepare(pool);
  const { ctx, close } = await openProduct(url);
  const rows: Row[] = [];
  const lines: Curve["lines"] = [];
  const seconds = world.isQuick ? QUICK_SECONDS : SECONDS;
  for (const kind of world.isQuick ? KINDS.slice(0, 1) : KINDS) {
    for (const { plan, slots, budget, bareBudget, unmet } of PLANS) {
      await empty(pool);
      const script = await scriptOf(world, pool, ctx, kind, slots, offerings);
      const [asked, bare] = [statementsOf(script), kind.prefix === PAID ? bareBudget : null];
      const seat = bare === null ? null : await bareSeat(world, pool, slots);
      const boundOf = async (seconds: number, underWay = CONNECTIONS) => {
        await empty(pool);
        // The first booking of a slot asks more; on one slot the script is that of a later one.
        if (slots === 1) await bookOnce(ctx, kind, slots, offerings, BUYERS - 1);
        return rateOfStatements(pgbench, url, script, seconds, underWay);
      };
      const rates: { product: number; bound: number; bare: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await empty(pool);
        await rateOfProduct(ctx, kind, slots, offerings, WARM_SECONDS);
        await empty(pool);
        const product = await rateOfProduct(ctx, kind, slots, offerings, seconds);
        const bound = await boundOf(seconds);
        rates.push({
          product,
          bound,
          bare: seat ? rateOfStatements(pgbench, url, seat, seconds, CONNECTIONS) : 0,
        });
      }
      const product = median(rates.map((rate) => rate.product));
      const bound = median(rates.map((rate) => rate.bound));
      const share = product / bound;
      world.log(`  ${kind.name}, ${plan}: ${perSecond(product)} of ${perSecond(bound)}`);
      rows.push({
        what: `${kind.name}, ${plan}`,
        product: perSecond(product),
        bound: perSecond(bound),
        ratio: ratio(share),
        budget: `≥ ${budget}`,
        met: share >= budget,
        note: `${asked} statements each, begin and commit among them`,
        unmet,
      });
      if (bare !== null) {
        const most = median(rates.map((rate) => rate.bare));
        rows.push({
          what: `${kind.name}, ${plan}, beside a bare seat transaction`,
          product: perSecond(product),
          bound: perSecond(most),
          ratio: ratio(product / most),
          budget: `≥ ${bare}`,
          met: product / most >= bare,
          unmet:
            "most of a hold is what a bare one leaves out: who may hold how much, whose hours are taken, the booking with what was sold, and the payment that the provider is asked for, with their indexes.",
        });
      }
      if (world.isQuick) continue;
      const points: [number, number][] = [];
      const bounds: [number, number][] = [];
      for (const underWay of UNDER_WAY) {
        await empty(pool);
        const rate = await rateOfProduct(ctx, kind, slots, offerings, CURVE_SECONDS, underWay);
        points.push([underWay, Math.round(rate)]);
        if (underWay > CONNECTIONS) continue;
        const most = await boundOf(CURVE_SECONDS, underWay);
        bounds.push([underWay, Math.round(most)]);
      }
      const name = `${kind.name}, ${plan}`;
      lines.push({ name, points }, { name: `${name}: pgbench`, points: bounds });
    }
  }
  await close();
  return {
    rows,
    curves: [
      {
        title: "Bookings a second, by how many are under way",
        x: "under way (pgbench: connections)",
        y: "bookings a second",
        logX: true,
        lines,
      },
    ],
    notes: [
      `The bound is pgbench (\`-M prepared\`, ${CONNECTIONS} connections) sending the statements that the product was heard sending for one such booking, ids and buyers new each time. The product has ${CONNECTIONS} bookings under way in one process. Medians of ${ROUNDS} rounds of ${SECONDS} s in turns, at ${SESSIONS} sessions. Slots have ${SEATS} seats here; the CHECK that allows 50 is taken away for it.`,
    ],
  };
}

function bareSeat({ dataDir }: World, pool: pg.Pool, slots: number): Promise<string> {
  return writeBareSeat(pool, { dataDir, slots, seats: SEATS, buyers: BUYERS });
}

/** How many statements a script of pgbench sends. */
const statementsOf = (script: string) =>
  fs.readFileSync(script, "utf8").match(/(;|\\gset seat_)$/gm)?.length ?? 0;

/** The one on this system; as root on Debian it is installed. */
function findPgbench(): string | undefined {
  const works = (name: string) => spawnSync(name, ["--version"]).status === 0;
  const find = () =>
    ["pgbench", ...fs.globSync("/usr/lib/postgresql/*/bin/pgbench").toSorted().toReversed()].find(
      works,
    );
  const found = find();
  if (found || process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get")) return found;
  const install = "apt-get update && apt-get install -y --no-install-recommends postgresql-contrib";
  spawnSync("sh", ["-c", install], { stdio: "ignore" });
  return find();
}

export const part: Part = { name: "booking", title: "Booking", measure };
