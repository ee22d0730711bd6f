import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { createFairQueue } from "./fair-queue.server.ts";
import { COST, type PasswordQuestion } from "./password-thread.ts";

/** Fair turns, since each hash costs some 60 ms of a core. */
export interface Passwords {
  enter(asker: string): Promise<void>;
  /** Counts for the network `asker`. @throws QueueFull without a turn in time. */
  hash(asker: string, password: string): Promise<string>;
  verify(asker: string, password: string, hash: string): Promise<boolean>;
  /** A right password does not count. */
  forgive(asker: string): void;
  close(): Promise<void>;
}

/** Leaves one core for everything else. */
const THREADS: number = Math.min(Math.max(os.availableParallelism() - 1, 1), 4);
/** More could not be hashed in time. */
const WAITING_PER_THREAD = 100;
const PATIENCE_MS = 8_000;
/** Slightly more than can be hashed, since some give up. */
const ENTERING_PER_THREAD = 20;
const ENTERING_AT_ONCE = 4;
const ENTERING_PATIENCE_MS = 5_000;
const IDLE_MS = 60_000;

/** Runs from source in builds and tests, both in the root folder. */
const THREAD = pathToFileURL(path.resolve("platform/password-thread.ts")).href;

interface PasswordsOptions {
  threads?: number;
  entering?: number;
  waiting?: number;
  patience?: number;
  cost?: number;
}

export function createPasswords({
  threads: maxThreads = THREADS,
  entering = ENTERING_PER_THREAD * maxThreads,
  waiting = WAITING_PER_THREAD * maxThreads,
  patience = PATIENCE_MS,
  cost = COST,
}: PasswordsOptions = {}): Passwords {
  const door = createFairQueue({
    atOnce: ENTERING_AT_ONCE,
    waiting,
    patience: ENTERING_PATIENCE_MS,
  });
  const pause = (ENTERING_AT_ONCE * 1_000) / entering;
  const queue = createFairQueue({
    atOnce: maxThreads,
    waiting,
    patience,
  });
  const threads = new Piscina<PasswordQuestion>({
    filename: THREAD,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    // Pages go first where both want the same core.
    niceIncrement: 10,
  });
  return {
    // The turn is over after the pause, so nobody can hold the door.
    enter: (asker) =>
      new Promise((resolve, reject) => {
        const comeIn = () => {
          resolve();
          return wait(pause, undefined, { ref: false });
        };
        door.run(asker, comeIn).catch(reject);
      }),
    hash: (asker, password) => queue.run(asker, () => threads.run({ password, cost })),
    verify: (asker, password, hash) =>
      queue.run(asker, () => threads.run({ password, hash, cost })),
    forgive(asker) {
      door.forgive(asker);
      queue.forgive(asker);
    },
    close: () => threads.destroy(),
  };
}
