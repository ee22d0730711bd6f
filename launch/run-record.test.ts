import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { identify, isAlive, type ProcessIdentity } from "./process-identity.ts";
import { newRunRecord, runningLaunches, stopOrphans, writeRunRecord } from "./run-record.ts";

let dataDir = "";
const sleepers: ChildProcess[] = [];

/** A process that does nothing, and does not listen to SIGTERM when it is `deaf`. */
async function sleeper({ deaf = false } = {}): Promise<ProcessIdentity> {
  const trap = deaf ? "trap '' TERM; " : "";
  const child = spawn("sh", ["-c", `${trap}echo ready; while :; do sleep 0.05; done`]);
  sleepers.push(child);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const identity = identify(child.pid ?? 0);
  if (!identity) throw new Error("no such process");
  return identity;
}

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-run-"));
  fs.mkdirSync(path.join(dataDir, "run"));
});
afterEach(() => {
  for (const child of sleepers.splice(0)) child.kill("SIGKILL");
  fs.rmSync(dataDir, { recursive: true });
});

describe("a process", () => {
  test("is alive until it ends, and is not whoever gets its number later", async () => {
    const identity = await sleeper();
    expect(isAlive(identity)).toBe(true);
    expect(isAlive({ ...identity, birth: "another time" })).toBe(false);
    const ended = new Promise((resolve) => sleepers[0]?.once("exit", resolve));
    sleepers[0]?.kill("SIGKILL");
    await ended;
    expect(isAlive(identity)).toBe(false);
  });
});

describe("what an earlier launch has left", () => {
  const dead = { pid: process.pid, birth: "long ago" };

  test("children of a launcher that is gone are stopped, the deaf ones too", async () => {
    const meek = { ...(await sleeper()), name: "meek", stopSignal: "SIGTERM" as const };
    const deaf = {
      ...(await sleeper({ deaf: true })),
      name: "deaf",
      stopSignal: "SIGTERM" as const,
    };
    writeRunRecord(dataDir, { ...newRunRecord(3000, {}), launcher: dead, children: [meek, deaf] });
    expect(await stopOrphans(dataDir, 300)).toEqual(["deaf", "meek"]);
    expect([isAlive(meek), isAlive(deaf)]).toEqual([false, false]);
    expect(fs.readdirSync(path.join(dataDir, "run"))).toEqual([]);
  });

  test("a launcher whose npm is gone is stopped, one whose npm is there is left alone", async () => {
    const orphan = await sleeper();
    const other = await sleeper();
    writeRunRecord(dataDir, { ...newRunRecord(3000, {}), launcher: orphan, parent: dead });
    writeRunRecord(dataDir, { ...newRunRecord(4000, {}), launcher: other });
    expect(await stopOrphans(dataDir, 300)).toEqual(["launcher"]);
    expect([isAlive(orphan), isAlive(other)]).toEqual([false, true]);
    expect(runningLaunches(dataDir).map(({ port }) => port)).toEqual([4000]);
  });

  test("a process that has received the number of a former child is left alone", async () => {
    const stranger = await sleeper();
    const former = {
      pid: stranger.pid,
      birth: "before",
      name: "x",
      stopSignal: "SIGTERM" as const,
    };
    writeRunRecord(dataDir, { ...newRunRecord(3000, {}), launcher: dead, children: [former] });
    expect(await stopOrphans(dataDir, 300)).toEqual([]);
    expect(isAlive(stranger)).toBe(true);
  });
});
