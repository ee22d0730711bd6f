import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { createFairQueue } from "./fair-queue.server.ts";
import { COST, type PasswordQuestion } from "./password-thread.ts";

/** Passwords are hashed in turns, fair between askers: each hash costs some 60 ms of a core. */
export interface Passwords {
  /**
   * Waits until somebody may come in, before anything else is done for them.
   *
   * @throws QueueFull as {@link Passwords.hash}.
   */
  enter(asker: string): Promise<void>;
  /**
   * @param asker the network on whose account the turn goes, as limits count it.
   * @throws QueueFull when so many wait that this one has no turn in time.
   */
  hash(asker: string, password: string): Promise<string>;
  /** Whether this is the password of that hash; queues as {@link Passwords.hash} does. */
  verify(asker: string, password: string, hash: string): Promise<boolean>;
  /** A right password does not count against the asker's next turn. */
  forgive(asker: string): void;
  close(): Promise<void>;
}

/** One core is left for everything else, where there are several. */
const THREADS: number = Math.min(Math.max(os.availableParallelism() - 1, 1), 4);
/** About as many as are hashed within the patience; more would wait in vain. */
const WAITING_PER_THREAD = 100;
const PATIENCE_MS = 8_000;
/** Somewhat more than can be hashed, because not everything that comes in gets as far. */
const ENTERING_PER_THREAD = 20;
/** This many may come in together after a pause. */
const ENTERING_AT_ONCE = 4;
const ENTERING_PATIENCE_MS = 5_000;
/** An idle thread ends after a minute and gives its memory back. */
const IDLE_MS = 60_000;

/**
 * The worker's source runs as it is, in the built server as in tests; both start in the root
 * folder.
 */
const THREAD = pathToFileURL(path.resolve("platform/password-thread.ts")).href;

interface PasswordsOptions {
  threads?: number;
  /** How many are let in per second. */
  entering?: number;
  /** How many may wait at the door, and how many to be hashed. */
  waiting?: number;
  /** How many milliseconds one waits for a turn to be hashed; more only in tests. */
  patience?: number;
  /** The cost of one hash; less only in tests of something else. */
  cost?: number;
}

/** Hashes in threads of its own, which start with the first password. */
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
    // Pages go first where both want the same core: a hash may take longer.
    niceIncrement: 10,
  });
  return {
    // A turn at the door is over after the pause, whatever becomes of who came in, so that nobody
    // holds it.
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
