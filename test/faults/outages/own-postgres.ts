import { type ChildProcess, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrateDatabase } from "#db/migrate.ts";
import { freePorts } from "../../../launch/ports.ts";
import { postgresUrl, startPostgres } from "../../../launch/postgres.ts";
import { givenPrograms } from "../../make/postgres.ts";

export interface OwnPostgres {
  /** The address of its one database, migrated. */
  url: string;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** kill -9 of the server and of every process of its own. */
  kill(): Promise<void>;
  /** Whether it ended by itself. */
  isDead(): boolean;
  /** Ends it and throws its data away. */
  close(): Promise<void>;
}

/** A PostgreSQL as the launcher starts it, durable, to be killed: nobody else's tests are in it. */
export async function openOwnPostgres({
  settings = [],
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-own-")),
  env = process.env,
}: {
  settings?: string[];
  env?: NodeJS.ProcessEnv;
  /** The folder that keeps everything. */
  folder?: string;
} = {}): Promise<OwnPostgres> {
  fs.mkdirSync(folder, { recursive: true });
  // As root, PostgreSQL runs as another user, who has to pass through.
  fs.chmodSync(folder, 0o755);
  const address = { port: await freePorts(1), password: randomBytes(12).toString("hex") };
  const url = postgresUrl(address);
  const logFile = path.join(os.tmpdir(), `parenthese-own-${address.port}.log`);
  let server: ChildProcess;
  const start = async () => {
    server = await startPostgres({
      ...address,
      dataDir: path.join(folder, "postgres"),
      logFile,
      settings,
      programs: givenPrograms(),
      env,
    });
  };
  const isDead = () => server.exitCode !== null || server.signalCode !== null;
  const kill = async () => {
    if (isDead()) return;
    const own = childrenOf(Number(server.pid));
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    for (const pid of own) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
    await exited;
  };
  await start();
  try {
    await migrateDatabase(url);
  } catch (error) {
    await kill();
    throw error;
  }
  return {
    url,
    start,
    kill,
    isDead,
    async close() {
      await kill();
      fs.rmSync(folder, { recursive: true, force: true });
      fs.rmSync(logFile, { force: true });
    },
  };
}

/** Each of PostgreSQL's processes leads a group of its own: only its parent tells whose it is. */
export function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  return stdout
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, of]) => (of === parent && pid ? [pid] : []));
}
