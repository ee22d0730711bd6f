import { inTransaction } from "./database.ts";
import type { Simulator } from "./simulator.ts";

/** What happens by itself when its time has come; filled by the files that own the work. */
export type TaskTable = Record<string, (sim: Simulator, subject: string) => void>;

/** Plans `task` on `subject` for `dueAt` (seconds on the simulator's clock). */
export function plan(sim: Simulator, task: string, subject: string, dueAt: number): void {
  sim.db
    .prepare("INSERT INTO tasks (due_at, task, subject) VALUES (?, ?, ?)")
    .run(dueAt, task, subject);
}

export function cancelPlans(sim: Simulator, subject: string, task?: string): void {
  sim.db
    .prepare("DELETE FROM tasks WHERE subject = ? AND task = coalesce(?, task)")
    .run(subject, task ?? null);
}

/**
 * Runs what has fallen due, oldest first, each at its own second: a leap over three months renews a
 * monthly subscription three times, with the dates it would have had. Returns how many ran.
 */
export function runDueTasks(sim: Simulator, table: TaskTable): number {
  const next = sim.db.prepare(
    "SELECT id, due_at, task, subject FROM tasks WHERE due_at <= ? ORDER BY due_at, id LIMIT 1",
  );
  const forget = sim.db.prepare("DELETE FROM tasks WHERE id = ?");
  for (let count = 0; ; count += 1) {
    const row = next.get(sim.clock.now());
    if (!row) return count;
    const id = Number(row.id);
    try {
      inTransaction(sim.db, () => {
        forget.run(id);
        const run = table[String(row.task)];
        if (!run) throw new Error("unknown task");
        sim.clock.at(Number(row.due_at), () => run(sim, String(row.subject)));
      });
    } catch (error) {
      // One that cannot run must not hold up the others for ever.
      forget.run(id);
      sim.log(`${row.task} of ${row.subject}: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
