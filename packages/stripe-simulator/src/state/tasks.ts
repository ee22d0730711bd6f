import type { Simulator } from "./simulator.ts";

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
