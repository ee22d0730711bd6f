import { and, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { activityTypes } from "../../tables.server.ts";
import type { ActivityTypeView, ProposedType } from "../schema.ts";

/** Reads the activity types that everybody may use, and those of this user's sessions. */
export async function readActivityTypes(
  db: Executor,
  userId: string | null,
): Promise<ActivityTypeView[]> {
  const { id, name, category } = activityTypes;
  return db.select({ id, name, category }).from(activityTypes).where(isOffered(userId));
}

function isOffered(userId: string | null): SQL {
  const { id, acceptedAt, category } = activityTypes;
  const own = userId
    ? sql`exists (select from offerings own join professional_profiles p on p.id = own.professional_id
        where own.activity_type_id = ${id} and p.user_id = ${userId})`
    : sql`false`;
  return sql`${category} = 'session' and (${acceptedAt} is not null or ${own})`;
}

/**
 * Reads the types that professionals have typed and the operator has not accepted, with the number
 * of their sessions.
 */
export async function readProposedTypes(db: Executor): Promise<ProposedType[]> {
  const { rows } = await db.execute<{ name: string; sessions: number; by: string[] }>(sql`
    select t.name, count(s.id)::int as sessions,
      coalesce(array_agg(distinct p.business_name) filter (where p.id is not null), '{}') as "by"
    from activity_types t
      left join offerings s on s.activity_type_id = t.id and s.deleted_at is null
      left join professional_profiles p on p.id = s.professional_id
    where t.accepted_at is null and t.category = 'session'
    group by t.id order by t.created_at, t.id`);
  return rows;
}

/** @returns the name as it is written; null when there is none like it. */
export async function markAccepted(
  tx: Transaction,
  name: string,
  acceptedAt: Date | null,
): Promise<string | null> {
  const [row] = await tx
    .update(activityTypes)
    .set({ acceptedAt })
    .where(
      sql`search_key(${activityTypes.name}) = search_key(${name}) and ${activityTypes.category} = 'session'`,
    )
    .returning({ name: activityTypes.name });
  return row?.name ?? null;
}

/**
 * Finds an activity type of sessions by its name, ignoring case and accents, or creates it. A new
 * type is offered only to the professional who typed it, until the operator accepts it (rule:
 * categories).
 */
export async function typeByName(tx: Transaction, name: string): Promise<string> {
  const known = async () => {
    const [row] = await tx
      .select({ id: activityTypes.id })
      .from(activityTypes)
      .where(sql`search_key(${activityTypes.name}) = search_key(${name})`)
      .limit(1);
    return row?.id;
  };
  const found = await known();
  if (found) return found;
  await tx
    .insert(activityTypes)
    .values({ id: newId(), name, category: "session" })
    .onConflictDoNothing();
  const made = await known();
  if (!made) throw new Error(`no activity type ${name}`);
  return made;
}

export async function readTypeName(db: Executor, id: string | null): Promise<string> {
  if (id === null) return "";
  const [row] = await db
    .select({ name: activityTypes.name })
    .from(activityTypes)
    .where(eq(activityTypes.id, id));
  return row?.name ?? "";
}

/** Whether this user may choose the type. */
export async function isTypeOffered(db: Executor, id: string, userId: string): Promise<boolean> {
  return (await db.$count(activityTypes, and(eq(activityTypes.id, id), isOffered(userId)))) > 0;
}
