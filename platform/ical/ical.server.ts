import path from "node:path";
import { pathToFileURL } from "node:url";
import { Piscina } from "piscina";
import { createFairQueue } from "../fair-queue.server.ts";
import type { IcalAnswer, IcalQuestion } from "./parse-ical.ts";

export interface Ical {
  /** Null for a calendar that takes too much time or memory. */
  read(question: IcalQuestion): Promise<IcalAnswer | null>;
  close(): Promise<void>;
}

const THREADS = 2;
const MEMORY_MB = 128;
const PATIENCE_MS = 5_000;
const IDLE_MS = 30_000;
/** Time counts from its turn, so a hostile calendar takes none of the others'. */
const WAITING = { atOnce: THREADS, waiting: 100, patience: 20_000 };

/** Runs from source in builds and tests, both in the root folder. */
const THREAD = pathToFileURL(path.resolve("platform/ical/parse-ical.ts")).href;

/** Reads in threads of its own, which a hostile calendar ends. */
export function createIcal({ patience = PATIENCE_MS }: { patience?: number } = {}): Ical {
  const threads = new Piscina<IcalQuestion, IcalAnswer>({
    filename: THREAD,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const queue = createFairQueue(WAITING);
  return {
    async read(question) {
      try {
        return await queue.run("", () =>
          threads.run(question, { signal: AbortSignal.timeout(patience) }),
        );
      } catch {
        return null;
      }
    },
    close: () => threads.destroy(),
  };
}
