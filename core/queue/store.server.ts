import { and, eq } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { operators, takenWork } from "../tables.server.ts";
import type { WorkKind } from "./rules.ts";

/** Lists everything that waits and that an operator has taken. */
export function listTaken(db: Executor) {
  return db
    .select({
      kind: takenWork.kind,
      id: takenWork.objectId,
      operatorId: takenWork.operatorId,
      name: operators.name,
    })
    .from(takenWork)
    .innerJoin(operators, eq(operators.id, takenWork.operatorId));
}

/** Takes it, from whoever had it. */
export async function take(
  db: Executor,
  { kind, id }: { kind: WorkKind; id: string },
  operatorId: string,
  takenAt: Date,
): Promise<void> {
  await db
    .insert(takenWork)
    .values({ kind, objectId: id, operatorId, takenAt })
    .onConflictDoUpdate({
      target: [takenWork.kind, takenWork.objectId],
      set: { operatorId, takenAt },
    });
}

export async function giveBack(
  db: Executor,
  { kind, id }: { kind: WorkKind; id: string },
): Promise<void> {
  await db.delete(takenWork).where(and(eq(takenWork.kind, kind), eq(takenWork.objectId, id)));
}

/** Forgets who had taken what waits no more. */
export async function forgetDone(
  db: Executor,
  waiting: ReadonlySet<string>,
  taken: readonly { kind: WorkKind; id: string }[],
): Promise<void> {
  for (const one of taken) if (!waiting.has(`${one.kind} ${one.id}`)) await giveBack(db, one);
}
