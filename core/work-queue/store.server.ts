import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { askedOpinions, operators, takenWork } from "../tables.server.ts";
import type { WorkKind } from "./rules.ts";
import type { Colleague } from "./schema.ts";

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

export function listColleagues(db: Executor, operatorId: string): Promise<Colleague[]> {
  return db
    .select({ id: operators.id, name: operators.name, roles: operators.roles })
    .from(operators)
    .where(and(isNull(operators.closedAt), ne(operators.id, operatorId)))
    .orderBy(operators.name, operators.id);
}

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

type Asked = Pick<typeof askedOpinions.$inferSelect, "kind" | "askedOf"> & { id: string };

export async function listAsked(db: Executor): Promise<(Asked & { of: string; by: string })[]> {
  const [of, by] = [alias(operators, "asked_of"), alias(operators, "asked_by")];
  const { kind, objectId: id, askedOf, askedBy, askedAt } = askedOpinions;
  return db
    .select({ kind, id, askedOf, of: of.name, by: by.name })
    .from(askedOpinions)
    .innerJoin(of, eq(of.id, askedOf))
    .innerJoin(by, eq(by.id, askedBy))
    .orderBy(askedAt);
}

/** The last who asks replaces whoever did before. */
export async function insertAsked(
  tx: Transaction,
  { id: objectId, ...row }: Asked & { askedBy: string; askedAt: Date },
): Promise<void> {
  await tx
    .insert(askedOpinions)
    .values({ ...row, objectId })
    .onConflictDoUpdate({
      target: [askedOpinions.kind, askedOpinions.objectId, askedOpinions.askedOf],
      set: { askedBy: row.askedBy, askedAt: row.askedAt },
    });
}

export async function deleteAsked(db: Executor, { kind, id, askedOf }: Asked): Promise<boolean> {
  const { rowCount } = await db
    .delete(askedOpinions)
    .where(
      and(
        eq(askedOpinions.kind, kind),
        eq(askedOpinions.objectId, id),
        eq(askedOpinions.askedOf, askedOf),
      ),
    );
  return rowCount === 1;
}

/** What was noted about the reported words is erased with their author's account. */
export async function findBlamed(db: Executor, id: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`
    select author_id as id from reviews where id = ${id}
    union all
    select case l.by when 'client' then b.client_id else p.user_id end
    from letters l join bookings b on b.id = l.booking_id
      join professional_profiles p on p.id = b.professional_id where l.id = ${id}
    union all
    select p.user_id from professional_profiles p where p.id = ${id}
      or p.id in (select r.professional_id from content_reports r where r.offering_id = ${id})`);
  return rows[0]?.id ?? null;
}
