import { and, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Reader, Transaction } from "#platform/postgres.server.ts";
import { activityTypes } from "../../tables.server.ts";
import type { AcceptedType, ActivityTypeView, NamedCategory } from "../schema.ts";
import { FORMER_NAMES } from "./former-names.server.ts";

export async function readActivityTypes(
  db: Reader,
  userId: string | null,
): Promise<ActivityTypeView[]> {
  const { id, name, category } = activityTypes;
  return db.select({ id, name, category }).from(activityTypes).where(isOffered(userId));
}

export async function readFilterCategories(db: Reader): Promise<NamedCategory[]> {
  const { rows } = await db.execute<NamedCategory & Record<string, unknown>>(sql`
    select t.name, ${FORMER_NAMES} as "formerNames"
    from activity_types t where t.filter_place is not null order by t.filter_place`);
  return rows;
}

export async function readAcceptedTypes(db: Reader): Promise<AcceptedType[]> {
  const { rows } = await db.execute<AcceptedType & Record<string, unknown>>(sql`
    select t.id, t.name, ${FORMER_NAMES} as "formerNames"
    from activity_types t where t.category = 'session' and t.accepted_at is not null`);
  return rows;
}

function isOffered(userId: string | null): SQL {
  const { id, acceptedAt, category } = activityTypes;
  const own = userId
    ? sql`exists (select from offerings own join professional_profiles p on p.id = own.professional_id
        where own.activity_type_id = ${id} and p.user_id = ${userId})`
    : sql`false`;
  return sql`${category} = 'session' and (${acceptedAt} is not null or ${own})`;
}

/** Ignores case and accents; a new type is its author's alone until accepted (rule: categories). */
export async function typeByName(tx: Transaction, name: string): Promise<string> {
  const known = async () => {
    const [row] = await tx
      .select({ id: sql<string>`coalesce(${activityTypes.mergedIntoId}, ${activityTypes.id})` })
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

export async function isTypeOffered(db: Executor, id: string, userId: string): Promise<boolean> {
  return (await db.$count(activityTypes, and(eq(activityTypes.id, id), isOffered(userId)))) > 0;
}

/** The type that an id leads to now: its own, or the one that it was merged into. */
export async function typeInForce(db: Executor, id: string): Promise<string> {
  const [row] = await db
    .select({ id: activityTypes.mergedIntoId })
    .from(activityTypes)
    .where(eq(activityTypes.id, id));
  return row?.id ?? id;
}
