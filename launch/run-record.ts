import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identify, isAlive, type ProcessIdentity } from "./process-identity.ts";
import { writeAtomically } from "./write-atomically.ts";

/**
 * The record of a launch in `DATA_DIR/run/<port>.json`, so that the next one can
 * clean up after a kill -9, and `npm run worker` or `npm run cli` can join it.
 */
export interface RunRecord {
  port: number;
  launcher: ProcessIdentity;
  /**
   * The npm that started the launcher. When npm alone is killed, nobody is left to stop the
   * launcher.
   */
  parent: ProcessIdentity | undefined;
  children: ChildRecord[];
  /** The embedded database that this launch runs, if it runs one. */
  ownDatabaseUrl?: string;
  /** The server's environment; it holds secrets, like the folder that this file is in. */
  environment: Record<string, string>;
}

export interface ChildRecord extends ProcessIdentity {
  name: string;
  stopSignal: NodeJS.Signals;
}

const GRACE_MS = 20_000;

/** Starts the record of this launch. */
export function newRunRecord(port: number, environment: Record<string, string>): RunRecord {
  const launcher = identify(process.pid);
  if (!launcher) throw new Error("this system does not tell when a process started");
  return {
    port,
    launcher,
    parent: process.env.npm_lifecycle_event ? identify(process.ppid) : undefined,
    children: [],
    environment,
  };
}

export function writeRunRecord(dataDir: string, record: RunRecord): void {
  writeAtomically(recordFile(dataDir, record.port), JSON.stringify(record, null, 2));
}

export function removeRunRecord(dataDir: string, port: number): void {
  fs.rmSync(recordFile(dataDir, port), { force: true });
}

/** The launches from this folder that are running now. */
export function runningLaunches(dataDir: string): RunRecord[] {
  return readRecords(dataDir).filter(isRunning);
}

/**
 * Stops whatever launches from this folder left behind when they, or the npm above them, were
 * killed.
 *
 * @param graceMs how long each is given to end by itself
 * @returns the names of what was stopped
 */
export async function stopOrphans(dataDir: string, graceMs = GRACE_MS): Promise<string[]> {
  const stopped: string[] = [];
  for (const record of readRecords(dataDir)) {
    if (isRunning(record)) continue;
    // A launcher that lives on without its npm takes its own children down.
    if (await stopProcess(record.launcher, "SIGTERM", 4 * graceMs)) stopped.push("launcher");
    for (const child of record.children.toReversed()) {
      if (await stopProcess(child, child.stopSignal, graceMs)) stopped.push(child.name);
    }
    removeRunRecord(dataDir, record.port);
  }
  return stopped;
}

/** Asks, waits, then kills. Resolves to whether there was anything to stop. */
export async function stopProcess(
  target: ProcessIdentity,
  signal: NodeJS.Signals,
  graceMs = GRACE_MS,
): Promise<boolean> {
  if (!isAlive(target)) return false;
  process.kill(target.pid, signal);
  for (const deadline = Date.now() + graceMs; isAlive(target); await sleep(50)) {
    if (Date.now() > deadline) process.kill(target.pid, "SIGKILL");
  }
  return true;
}

function isRunning({ launcher, parent }: RunRecord): boolean {
  return isAlive(launcher) && (!parent || isAlive(parent));
}

function readRecords(dataDir: string): RunRecord[] {
  const folder = path.join(dataDir, "run");
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")));
}

function recordFile(dataDir: string, port: number): string {
  return path.join(dataDir, "run", `${port}.json`);
}
