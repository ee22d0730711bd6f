import fs from "node:fs";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { LAST_PAGE } from "#core/search/rules.ts";
import { peopleOf } from "../fill.ts";
import { OWN_PAGE, type Question, rateOf } from "../load.ts";
import { perSecond, ratio } from "../numbers.ts";
import type { Curve, Measured, Part, Row, Served, World } from "../part.ts";
import { processesOfPostgres, processorSeconds } from "../processor.ts";

/*
 * Several processes of the site on one database: the answers that they give together, and the
 * processor time that an answer takes in the site, in PostgreSQL and in the client. All share this
 * machine, so the rates soon show how many cores it has; the times per answer hold anywhere, and
 * say how many answers other machines give.
 */

const SESSIONS = 100_000;
const PROCESSES = [1, 2, 4];
const SECONDS = 10;
const WARM_SECONDS = 2;
const REST_SECONDS = 5;
/** Under way in each process: as many as it has connections to the database. */
const UNDER_WAY = 10;
/** Slots without charge, each of another session, with more seats than are booked here. */
const SLOTS = 10_000;
const SEATS = 32_000;
const SLOT = "019b0000-0003-7000-8000-";
/** How busy a machine may be while answers stay quick. */
const BUSY = 0.7;

const { clients } = peopleOf(SESSIONS);
const hex = (number: number) => number.toString(16).padStart(12, "0");
const CITIES = ["Paris", "Lyon", "Nantes", "Lille", "Bordeaux", "Rennes"];
const WORDS = ["yoga", "massage", "sophrologie", "reiki", "coaching", "relaxation"];

interface Kind {
  name: string;
  ask(i: number): Question;
}

/** The requests that are measured. */
function kindsOf(offerings: readonly string[]): Kind[] {
  const city = (i: number) => CITIES[i % CITIES.length];
  const word = (i: number) => WORDS[Math.floor(i / CITIES.length) % WORDS.length];
  return [
    {
      name: "search, JSON",
      ask: (i) => ({ path: `/api/v1/sessions?q=${word(i)}&location=${city(i)}` }),
    },
    {
      name: "list page, made anew",
      ask: (i) => ({ path: `/sessions?page=${1 + (i % LAST_PAGE)}`, headers: OWN_PAGE }),
    },
    {
      name: "list page, shared",
      ask: (i) => ({
        path: `/sessions?location=${city(i)}`,
        headers: { "accept-encoding": "br" },
      }),
    },
    {
      name: "booking by who has an account",
      ask: (i) => booking(i, offerings, `client-${i % clients}@bench.example.fr`),
    },
    {
      name: "booking by who is new",
      ask: (i) => booking(i, offerings, `guest-${i}@bench.example.fr`),
    },
  ];
}

/** Never twice of one slot by one e-mail, and each from another address. */
function booking(i: number, offerings: readonly string[], email: string): Question {
  const slot = (i + Math.floor(i / clients)) % offerings.length;
  return {
    method: "POST",
    path: "/api/v1/functions/create-guest-session-payment",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`,
    },
    body: JSON.stringify({
      slotId: SLOT + hex(slot),
      sessionId: offerings[slot],
      amount: 0,
      email,
    }),
  };
}

/** No two hours of one professional overlap, nor two slots that follow each other. */
async function prepare(url: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(`
    alter table slots drop constraint slots_capacity;
    create table benched as
      select row_number() over (order by s.id) - 1 as n, s.id,
          row_number() over (partition by s.professional_id order by s.id) as turn from offerings s
        join professional_profiles p on p.id = s.professional_id
      where s.is_active and p.can_receive_charges and s.price_cents > 0 limit ${SLOTS};
    update offerings set price_cents = 0, discounted_price_cents = null
      where id in (select id from benched);
    insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select ('${SLOT}' || lpad(to_hex(n), 12, '0'))::uuid, id,
        starts_at, starts_at + interval '1 hour', ${SEATS}, ${SEATS}
      from benched, lateral (select date_trunc('day', now()) + turn * interval '1 day'
        + interval '30 days' + n % 24 * interval '1 hour' as starts_at) hours`);
  await pool.query("vacuum analyze slots, offerings");
  const { rows } = await pool.query<{ id: string }>("select id from benched order by n");
  await pool.end();
  return rows.map(({ id }) => id);
}

/** Takes every booking back, and whatever was to follow. */
async function empty(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(`
    truncate bookings, payments, mails, rate_limits cascade;
    delete from pgboss.job;
    delete from occupied where slot_id between '${SLOT}${hex(0)}' and '${SLOT}${hex(SLOTS)}';
    update slots set available_spots = capacity, is_occupied = false
      where id between '${SLOT}${hex(0)}' and '${SLOT}${hex(SLOTS)}' and is_occupied`);
  await pool.query("vacuum analyze slots, occupied, bookings, payments, mails");
  await pool.end();
}

/** Takes every mail and keeps none. */
async function openMailSink(): Promise<{ url: string; close(): void }> {
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once("end", () => done());
    },
  });
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  const { port } = sink.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, close: () => sink.close(() => {}) };
}

/** Answers a second, and milliseconds of processor time for each of them. */
interface Figure {
  rate: number;
  site: number;
  postgres: number;
  asking: number;
}

/** Seconds of processor time used so far, by whom. */
type Clock = () => Omit<Figure, "rate">;

function clockOf(pids: readonly number[], backends: readonly number[]): Clock {
  const seen = new Map<number, number>();
  /** A connection that has been closed counts as it was when it was last seen. */
  const ofBackend = (pid: number) => {
    if (fs.existsSync(`/proc/${pid}`)) seen.set(pid, processorSeconds([pid]));
    return seen.get(pid) ?? 0;
  };
  return () => {
    const { user, system } = process.cpuUsage();
    return {
      site: processorSeconds(pids),
      postgres: backends.reduce((sum, pid) => sum + ofBackend(pid), 0),
      asking: (user + system) / 1e6,
    };
  };
}

/** Seconds of processor time that a second takes when nobody asks: the queues are looked into. */
async function atRest(served: Served, database: string): Promise<Omit<Figure, "rate">> {
  await sleep(1_000 * WARM_SECONDS);
  const clock = clockOf(served.pids, await processesOfPostgres(database));
  const before = clock();
  await sleep(1_000 * REST_SECONDS);
  const after = clock();
  const share = (name: keyof typeof before) => (after[name] - before[name]) / REST_SECONDS;
  return { site: share("site"), postgres: share("postgres"), asking: share("asking") };
}

async function figureOf(
  served: Served,
  database: string,
  { ask }: Kind,
  rest: Omit<Figure, "rate">,
): Promise<Figure> {
  let asked = 0;
  const load = {
    urls: served.urls,
    connections: UNDER_WAY * served.urls.length,
    ask: () => ask(asked++),
  };
  await rateOf({ ...load, seconds: WARM_SECONDS });
  const clock = clockOf(served.pids, await processesOfPostgres(database));
  const warm = asked;
  const before = clock();
  const start = performance.now();
  const rate = await rateOf({ ...load, seconds: SECONDS });
  const after = clock();
  const seconds = (performance.now() - start) / 1000;
  const each = (name: keyof typeof before) =>
    (1000 * (after[name] - before[name] - rest[name] * seconds)) / (asked - warm);
  return { rate, site: each("site"), postgres: each("postgres"), asking: each("asking") };
}

async function measure(world: World): Promise<Measured> {
  const database = await world.copy(SESSIONS);
  const offerings = await prepare(database);
  const mails = await openMailSink();
  const kinds = kindsOf(offerings);
  const resting: [processes: number, percent: number][] = [];
  const figures = new Map<string, Map<number, Figure>>(kinds.map(({ name }) => [name, new Map()]));
  try {
    for (const processes of PROCESSES) {
      const served = await world.serve({
        sessions: SESSIONS,
        processes,
        env: {
          DATABASE_URL: database,
          SMTP_URL: mails.url,
          TRUSTED_PROXIES: "127.0.0.1",
          LOG_LEVEL: "warn",
        },
      });
      const rest = await atRest(served, database);
      resting.push([processes, 100 * (rest.site + rest.postgres)]);
      for (const kind of kinds) {
        const figure = await figureOf(served, database, kind, rest);
        figures.get(kind.name)?.set(processes, figure);
        world.log(`  ${processes} × ${kind.name}: ${perSecond(figure.rate)}, ${inWords(figure)}`);
      }
      await served.stop();
      await empty(database);
    }
  } finally {
    mails.close();
  }
  return report(figures, resting);
}

function inWords({ site, postgres, asking }: Figure): string {
  const time = (value: number) => `${value.toFixed(2)} ms`;
  return `site ${time(site)}, PostgreSQL ${time(postgres)}, asking ${time(asking)}`;
}

function report(
  figures: Map<string, Map<number, Figure>>,
  resting: [processes: number, percent: number][],
): Measured {
  const rows: Row[] = [];
  const rates: Curve["lines"] = [];
  const shares: Curve["lines"] = [];
  const holds = [
    "| | site | PostgreSQL | 1 core | 2 cores | 4 cores | 8 cores |",
    "|---|---|---|---|---|---|---|",
  ];
  for (const [name, byProcesses] of figures) {
    const one = byProcesses.get(1);
    if (!one) continue;
    for (const [processes, figure] of byProcesses) {
      rows.push({
        what: `${name}, ${processes} ${processes === 1 ? "process" : "processes"}`,
        product: perSecond(figure.rate),
        bound: `${perSecond(one.rate)} of one`,
        ratio: ratio(figure.rate / one.rate),
        note: `processor time of an answer: ${inWords(figure)}`,
      });
    }
    const points = (of: (figure: Figure) => number): [number, number][] =>
      [...byProcesses].map(([processes, figure]) => [processes, of(figure)]);
    rates.push({ name, points: points(({ rate }) => Math.round(rate)) });
    shares.push({
      name,
      points: points(({ site, postgres }) => Math.round((100 * postgres) / (site + postgres))),
    });
    const of = (cores: number) => perSecond((1000 * cores * BUSY) / (one.site + one.postgres));
    holds.push(
      `| ${name} | ${one.site.toFixed(2)} ms | ${one.postgres.toFixed(2)} ms | ${[1, 2, 4, 8].map(of).join(" | ")} |`,
    );
  }
  return {
    rows,
    curves: [
      { title: "Answers a second, by processes", x: "processes", y: "a second", lines: rates },
      {
        title: "PostgreSQL's share of the processor time",
        x: "processes",
        y: "% of site and PostgreSQL",
        lines: shares,
      },
    ],
    notes: [
      `${SESSIONS} sessions, ${UNDER_WAY} questions under way in each process, ${SECONDS} s each. Site, PostgreSQL and who asks share ${os.cpus().length} cores: more processes than cores show how the product behaves when they are short, not what it could do on more.`,
      "A booking is a guest's over HTTP, of what costs nothing, spread over slots; the worker in the same process sends its mails meanwhile. Who is new gets an account with it, whose password is hashed. A paid booking asks the provider besides, and is settled by its events.",
      `Processor time of a core that site and PostgreSQL use when nobody asks, because queues are looked into; it is taken off above: ${resting.map(([processes, percent]) => `${processes} × ${percent.toFixed(1)} %`).join(", ")}.`,
      `What follows from processor time alone, with one process, machines of such cores ${BUSY * 100} % busy:\n\n${holds.join("\n")}`,
    ],
  };
}

export const part: Part = { name: "scaling", title: "Several processes", measure };
