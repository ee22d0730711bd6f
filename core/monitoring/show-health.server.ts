import type { Context } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { requireOperator } from "../operators/rules.ts";
import {
  firstIdOf,
  judgeMeasured,
  judgeRepeated,
  type Measured,
  type Repeated,
  THRESHOLDS,
} from "./rules.ts";
import type { HealthLine } from "./schema.ts";
import { findLastDone, readNoted, readState, type StateRow } from "./store.server.ts";

/**
 * How the installation is: queues, mails, the provider, the reconciler, the check of the invariants,
 * back-ups and their last drill, each judged by the runbook's thresholds. For every operator.
 *
 * @throws AppError `not_found`.
 */
export async function showHealth(ctx: Context): Promise<HealthLine[]> {
  requireOperator(ctx);
  const now = ctx.now();
  const recent = firstIdOf(new Date(now.getTime() - DAY));
  const rows = await readState(ctx.db, { now, recent });
  const measured = (Object.keys(THRESHOLDS) as Measured[]).map((id): HealthLine => {
    const value = sumOf(rows, id);
    return { id, value, state: judgeMeasured(id, value), at: null };
  });
  const noted = await readNoted(ctx.db);
  const happened = {
    reconciled: { at: await findLastDone(ctx.db, "reconcile"), faults: 0 },
    ...noted,
  };
  const repeated = (Object.keys(happened) as Repeated[]).map((id): HealthLine => {
    const { at, faults } = happened[id];
    return { id, at, value: faults, state: judgeRepeated(id, happened[id], now) };
  });
  return [...measured, ...repeated];
}

function sumOf(rows: StateRow[], id: Measured): number {
  const name = id === "jobs_failed" ? "jobs_waiting" : id;
  return rows
    .filter((row) => row.name === name && (id !== "jobs_failed" || row.labels.state === "failed"))
    .reduce((sum, { value }) => sum + value, 0);
}
