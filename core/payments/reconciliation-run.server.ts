import type { Context } from "../context.server.ts";

/** Milliseconds; a job must end within 30 s, the rest waits for the next run. */
const TIME_TO_WORK = 20_000;

/** No failure holds up the rest. */
export interface ReconciliationRun {
  failures: number;
  enough: AbortSignal;
  attempt(work: () => Promise<unknown>, what: string, id?: string): Promise<void>;
  each(ids: string[], what: string, work: (id: string) => Promise<unknown>): Promise<void>;
}

/** @param what names the items in the log @param atOnce attempted side by side of a list */
export function beginReconciliation({ log }: Context, atOnce: number): ReconciliationRun {
  const run: ReconciliationRun = {
    failures: 0,
    enough: AbortSignal.timeout(TIME_TO_WORK),
    async attempt(work, what, id) {
      try {
        await work();
      } catch (error) {
        run.failures++;
        log.warn({ err: error, id }, `${what} could not be reconciled yet`);
      }
    },
    async each(ids, what, work) {
      const queue = ids.values();
      const worker = async () => {
        for (const id of queue) {
          if (run.enough.aborted) return;
          await run.attempt(() => work(id), what, id);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
    },
  };
  return run;
}
