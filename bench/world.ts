import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { migrateDatabase } from "#db/migrate.ts";
import { NODE_FLAGS } from "../launch/node-flags.ts";
import { freePorts } from "../launch/ports.ts";
import { memorySettings, postgresUrl, startPostgres } from "../launch/postgres.ts";
import { fillDatabase } from "./fill.ts";
import type { Served, ServeOptions, World } from "./part.ts";

const ROOT = path.join(import.meta.dirname, "..");
/** Slots pass: older data would hold ever less that can be booked. */
const LIFETIME_MS = 24 * 60 * 60_000;
const START_TIMEOUT_MS = 30_000;
const COPY = "copied";
/** Only while data are made: less is written, and never in the middle. */
const FILLING = [
  ...["wal_level=minimal", "max_wal_senders=0", "max_wal_size=16GB", "checkpoint_timeout=1h"],
  ...["shared_buffers=1GB", "max_parallel_maintenance_workers=2"],
];

/**
 * Starts a PostgreSQL of the bench's own, with the settings of the product's; databases are filled
 * when they are first asked for.
 */
export async function openWorld(isQuick: boolean): Promise<World & { close(): Promise<void> }> {
  const seed = Number(process.env.BENCH_SEED ?? 20_261_120);
  const dataDir = path.resolve(process.env.BENCH_DIR ?? path.join(ROOT, ".data", "bench"));
  fs.mkdirSync(dataDir, { recursive: true });
  const log = (text: string) =>
    console.log(`[bench ${new Date().toTimeString().slice(0, 8)}] ${text}`);
  const nextPort = await portGiver();
  const address = { port: nextPort(), password: readPassword(dataDir) };
  const url = postgresUrl(address);
  const servers = new Set<ChildProcess>();
  const databases = new Map<number, Promise<string>>();
  let building: Promise<unknown> = Promise.resolve();

  const start = (settings = memorySettings()) =>
    startPostgres({
      ...address,
      dataDir: path.join(dataDir, "postgres"),
      logFile: path.join(dataDir, "postgres.log"),
      settings,
    });
  let postgres = await start();
  const restart = async (settings?: string[]) => {
    await stopChild(postgres, "SIGINT");
    postgres = await start(settings);
  };
  const close = async () => {
    await Promise.all([...servers].map((server) => stopChild(server, "SIGTERM")));
    await dropDatabases(url, `${COPY}%`);
    await stopChild(postgres, "SIGINT");
  };
  // The database leads a process group of its own and would outlive this process.
  process.once("exit", () => {
    for (const server of servers) server.kill("SIGKILL");
    postgres.kill("SIGINT");
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }

  /** The name of a database that is filled unless it is known; PostgreSQL is restarted for it. */
  const fill = async (what: string, work: (address: string, now: Date) => Promise<void>) => {
    const name = `${what}_${stamp(seed)}`;
    const known = await findDatabase(url, name);
    if (known && Date.now() - known.getTime() < LIFETIME_MS) return name;
    log(`filling a database: ${what}`);
    await restart(FILLING);
    await dropDatabases(url, `${what}_%`.replaceAll("_", "\\_"));
    const half = `filling_${what}`;
    await dropDatabases(url, half);
    await run(url, `create database ${half}`);
    const now = new Date();
    await work(databaseUrl(url, half), now);
    await run(url, `comment on database ${half} is '${now.toISOString()}'`);
    await run(url, `alter database ${half} rename to ${name}`);
    await restart();
    return name;
  };
  const copy = async (original: string, name: string): Promise<string> => {
    await dropDatabases(url, name);
    await run(url, `create database ${name} template ${original} strategy file_copy`);
    return databaseUrl(url, name);
  };
  const build = (sessions: number) =>
    fill(`sessions_${sessions}`, async (address, now) => {
      await migrateDatabase(address);
      await fillDatabase(address, { sessions, seed, now, log });
    });
  const world: World = {
    seed,
    isQuick,
    dataDir,
    log,
    database(sessions) {
      const known = databases.get(sessions);
      if (known) return known;
      // One after the other: building restarts the server.
      const made = building.then(async () => databaseUrl(url, await build(sessions)));
      building = made;
      databases.set(sessions, made);
      return made;
    },
    async copy(sessions) {
      return copy(new URL(await world.database(sessions)).pathname.slice(1), COPY);
    },
    async keep(name, work) {
      return copy(await fill(name, work), `${COPY}_${name}`);
    },
    async restartDatabase() {
      await stopChild(postgres, "SIGINT");
      emptySystemCache();
      postgres = await start();
    },
    async serve({ sessions, processes = 1, env = {} }: ServeOptions): Promise<Served> {
      const database = await world.database(sessions);
      const ports = Array.from({ length: processes }, nextPort);
      const urls = ports.map((port) => `http://127.0.0.1:${port}`);
      const started = ports.map((port) => {
        const output = fs.openSync(path.join(dataDir, `server-${port}.log`), "w");
        const server = spawn(process.execPath, [...NODE_FLAGS, "build/server/server.js"], {
          cwd: ROOT,
          env: {
            ...process.env,
            ...production(dataDir, urls[0] ?? "", database),
            PORT: String(port),
            ...env,
          },
          stdio: ["ignore", output, output],
        });
        fs.closeSync(output);
        servers.add(server);
        server.once("exit", () => servers.delete(server));
        return server;
      });
      await Promise.all(urls.map((address, index) => ready(address, started[index])));
      return {
        urls,
        pids: started.flatMap(({ pid }) => pid ?? []),
        stop: async () => {
          await Promise.all(started.map((server) => stopChild(server, "SIGTERM")));
        },
      };
    },
  };
  return { ...world, close };
}

/**
 * The environment of one process in production. Stripe and mail have no server behind them, since
 * nothing is paid.
 */
function production(dataDir: string, appUrl: string, databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    APP_URL: appUrl,
    DATA_DIR: path.join(dataDir, "site"),
    DATABASE_URL: databaseUrl,
    DEMO: "0",
    SMTP_URL: "smtp://127.0.0.1:9",
    STRIPE_API_BASE: "http://127.0.0.1:9",
    STRIPE_SECRET_KEY: "sk_test_bench",
    STRIPE_WEBHOOK_SECRET: "whsec_bench",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_bench_connect",
    ENCRYPTION_KEY: "A".repeat(43),
  };
}

async function ready(url: string, server: ChildProcess | undefined): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(50)) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (server?.exitCode !== null || Date.now() > deadline) {
      throw new Error(`the server at ${url} does not answer; its log is beside the bench's data`);
    }
  }
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Ports one after the other, from BENCH_PORT or where many are free. */
async function portGiver(): Promise<() => number> {
  let port = Number(process.env.BENCH_PORT ?? (await freePorts(20)));
  return () => port++;
}

function readPassword(dataDir: string): string {
  const file = path.join(dataDir, "password");
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, createHash("sha256").update(`${Math.random()}`).digest("hex"), {
      mode: 0o600,
    });
  }
  return fs.readFileSync(file, "utf8");
}

/** Changes with the schema, with what is filled in, and with the seed. */
function stamp(seed: number): string {
  const hash = createHash("sha256").update(String(seed));
  const migrations = path.join(ROOT, "db", "migrations");
  for (const name of fs.readdirSync(migrations).sort()) {
    if (name.endsWith(".sql")) hash.update(fs.readFileSync(path.join(migrations, name)));
  }
  hash.update(fs.readFileSync(path.join(import.meta.dirname, "fill.ts")));
  return hash.digest("hex").slice(0, 12);
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function run<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** When the database of this name was filled; null when there is none. */
async function findDatabase(url: string, name: string): Promise<Date | null> {
  const [row] = await run<{ filled: string | null }>(
    url,
    "select shobj_description(oid, 'pg_database') as filled from pg_database where datname = $1",
    [name],
  );
  return row?.filled ? new Date(row.filled) : null;
}

async function dropDatabases(url: string, pattern: string): Promise<void> {
  const names = await run<{ datname: string }>(
    url,
    "select datname from pg_database where datname like $1",
    [pattern],
  );
  for (const { datname } of names) await run(url, `drop database ${datname} with (force)`);
}

/** Root may; elsewhere a cold start is only PostgreSQL's own. */
function emptySystemCache(): void {
  try {
    fs.writeFileSync("/proc/sys/vm/drop_caches", "3");
  } catch {
    // Not Linux, or not root.
  }
}
