import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { newId } from "#platform/ids.server.ts";
import { type Executor, rowsOf, type Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { activityTypes } from "../../tables.server.ts";
import type { AcceptedType, ActivityTypeView, NamedCategory } from "../schema.ts";

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

export async function typeInForce(db: Executor, id: string): Promise<string> {
  const [row] = await db
    .select({ id: activityTypes.mergedIntoId })
    .from(activityTypes)
    .where(eq(activityTypes.id, id));
  return row?.id ?? id;
}

export type TypeRow = typeof activityTypes.$inferSelect;

export async function findType(
  db: Executor,
  by: { id: string } | { name: string },
): Promise<TypeRow | null> {
  const [row] = await db
    .select()
    .from(activityTypes)
    .where(
      "id" in by
        ? eq(activityTypes.id, by.id)
        : sql`search_key(${activityTypes.name}) = search_key(${by.name})`,
    )
    .limit(1);
  return row?.category === "session" ? row : null;
}

export async function settleType(
  tx: Transaction,
  id: string,
  { acceptedAt, decidedAt }: { acceptedAt: Date | null; decidedAt: Date },
): Promise<void> {
  await tx.update(activityTypes).set({ acceptedAt, decidedAt }).where(eq(activityTypes.id, id));
}

/** Lets the former name lead to it (rule: category-care). The caller has locked the types. */
export async function nameType(
  tx: Transaction,
  { id, name: before }: TypeRow,
  name: string,
  now: Date,
): Promise<void> {
  await nameInDrafts(tx, before, name);
  await tx.execute(sql`
    delete from activity_types
    where merged_into_id = ${id} and search_key(name) = search_key(${name})`);
  await tx.update(activityTypes).set({ name }).where(eq(activityTypes.id, id));
  await tx.execute(sql`
    insert into activity_types (id, name, category, decided_at, merged_into_id)
    select ${newId()}, ${before}, 'session', ${now}, ${id}
    where search_key(${before}) <> search_key(${name})`);
}

/** Moves all its sessions and names (rule: category-care). The types are locked. */
export async function mergeType(
  tx: Transaction,
  { id, name: before }: TypeRow,
  { id: intoId, name }: TypeRow,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    select from offerings where activity_type_id = ${id} order by id for no key update`);
  await tx.execute(sql`
    update offerings set activity_type_id = ${intoId} where activity_type_id = ${id}`);
  await tx
    .update(activityTypes)
    .set({ mergedIntoId: intoId, acceptedAt: null, decidedAt: now })
    .where(or(eq(activityTypes.id, id), eq(activityTypes.mergedIntoId, id)));
  await nameInDrafts(tx, before, name);
}

async function nameInDrafts(tx: Transaction, before: string, name: string): Promise<void> {
  await tx.execute(sql`
    update offering_drafts set fields = jsonb_set(fields, '{category}', to_jsonb(${name}::text))
    where kind = 'session' and search_key(fields ->> 'category') = search_key(${before})`);
}

const TYPES = sql`hashtext('activity types')`;

/** Keeps categories until the transaction ends (rule: category-care); call before any row lock. */
export async function holdTypes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${TYPES})`);
}

export async function lockTypes(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TYPES})`);
}

export async function nameInForce(db: Executor, name: string): Promise<string> {
  return (await findNewName({ db }, name)) ?? name;
}

export async function findNewName({ db }: { db: Executor }, name: string): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select named.name from activity_types former
      join activity_types named on named.id = former.merged_into_id
    where search_key(former.name) = search_key(${name}) and former.category = 'session' limit 1`);
  return rows[0]?.name ?? null;
}

const byName = new Intl.Collator("fr");

function inOrder<Type extends { name: string }>(types: Type[]): Type[] {
  return types.sort((a, b) => byName.compare(a.name, b.name));
}

/** Those that everybody may use, and the caller's own (rule: categories), in French order. */
export async function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  const { id, name, category } = activityTypes;
  const offered = isOffered(ctx.actor?.userId ?? null);
  return inOrder(await ctx.reads.select({ id, name, category }).from(activityTypes).where(offered));
}

/** Public pages need this, because no address may reveal a professional's own type. */
export async function listAcceptedTypes(ctx: Context): Promise<AcceptedType[]> {
  const found = await ctx.reads.execute(sql`
    select t.id, t.name, ${FORMER_NAMES} as "formerNames"
    from activity_types t where t.category = 'session' and t.accepted_at is not null`);
  return inOrder(rowsOf<AcceptedType>(found));
}

/** The nine of the search filter (rule: categories). */
export async function listFilterCategories(ctx: Context): Promise<NamedCategory[]> {
  const found = await ctx.reads.execute(sql`
    select t.name, ${FORMER_NAMES} as "formerNames"
    from activity_types t where t.filter_place is not null order by t.filter_place`);
  return rowsOf(found);
}

/** The names that lead to a type, under `t`, since it was renamed or they were merged into it. */
export const FORMER_NAMES = sql`array(select former.name from activity_types former
  where former.merged_into_id = t.id order by 1)`;
