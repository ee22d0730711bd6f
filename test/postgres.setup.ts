import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { JOB_NAMES } from "#core/jobs.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { createJobs } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createDatabase } from "#platform/postgres.server.ts";
import { freePorts } from "../launch/ports.ts";
import { postgresUrl, startPostgres } from "../launch/postgres.ts";
import { size } from "./faults/size.ts";
import { givenPrograms } from "./make/postgres.ts";
import { createPatientPool } from "./patient-pool.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The server's address, with the database that the tests' databases are copied from. */
    postgres: { url: string; template: string };
  }
}

const TEMPLATE = "migrated";

/**
 * A real PostgreSQL for one run of the tests, thrown away at the end: its own port, its own folder,
 * one migrated database that each test file copies (`freshDatabase` in database.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Chance belongs to the full run: the short one, of every change, fails for what has changed.
  process.env.FAULTS_SEED ??= String(size(1, randomInt(2 ** 31)));
  console.log(`FAULTS_SEED=${process.env.FAULTS_SEED}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-test-"));
  // As root, PostgreSQL runs as another user, who has to pass through.
  fs.chmodSync(folder, 0o755);
  const compiled = compileSimulator(path.join(folder, "compiled"));
  const address = { port: await freePorts(1), password: randomBytes(12).toString("hex") };
  const url = postgresUrl(address);
  const server = await startPostgres({
    ...address,
    dataDir: path.join(folder, "postgres"),
    logFile: path.join(folder, "postgres.log"),
    programs: givenPrograms(),
    settings: [
      // Nothing here has to survive a power cut.
      ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
      ...["max_connections=300", "timezone=Pacific/Kiritimati"],
      // No database lives long enough to be tidied up, and no plan depends on the minute.
      "autovacuum=off",
    ],
  });
  const stop = async () => {
    const exited = once(server, "exit");
    server.kill("SIGINT");
    await exited;
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${TEMPLATE}`);
    await admin.end();
    const template = new URL(url);
    template.pathname = `/${TEMPLATE}`;
    await migrateDatabase(template.href);
    await makeQueues(template.href);
    await compiled;
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide("postgres", { url, template: TEMPLATE });
  return stop;
}

/** The queues, as the first process of a new site makes them, once rather than in each test. */
async function makeQueues(url: string): Promise<void> {
  const pool = createPatientPool(url, "parenthese-test");
  const jobs = await createJobs(createDatabase(pool), createLogger("silent"), JOB_NAMES);
  await jobs.stop();
  await pool.end();
}

/**
 * Compiles the simulator once for the processes that tests start of it, most of which end before they
 * could say what they have compiled. Other processes of the tests find there what they share.
 */
async function compileSimulator(folder: string): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= folder;
  const load = 'await import("./packages/stripe-simulator/src/start.ts")';
  await once(spawn(process.execPath, ["--input-type=module", "--eval", load]), "exit");
}
