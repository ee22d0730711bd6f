import { type SQL, sql } from "drizzle-orm";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import { FORMER_NAMES } from "../catalogue/activity-types/manage-types.server.ts";
import { stateOf } from "./rules.ts";
import type { CategoryLine, CategoryView } from "./schema.ts";

type Row = Omit<CategoryLine, "state"> & Parameters<typeof stateOf>[0];

async function readLines(db: Executor, which: SQL): Promise<CategoryLine[]> {
  const found = await db.execute(sql`
    select t.id, t.name, t.accepted_at as "acceptedAt", t.decided_at as "decidedAt",
      t.merged_into_id as "mergedIntoId", t.filter_place as "filterPlace",
      t.created_at as "createdAt",
      (select count(*)::int from offerings o
        where o.activity_type_id = t.id and o.deleted_at is null) as sessions,
      array(select distinct p.business_name
        from (select professional_id from offerings o
          where o.activity_type_id = t.id and o.deleted_at is null limit 100) few
          join professional_profiles p on p.id = few.professional_id
        order by 1 limit 3) as "by"
    from activity_types t where t.category = 'session' and ${which}
    order by t.created_at, t.id`);
  return rowsOf<Row>(found).map(({ acceptedAt, decidedAt, mergedIntoId, filterPlace, ...row }) => ({
    ...row,
    state: stateOf({ acceptedAt, decidedAt, mergedIntoId, filterPlace }),
  }));
}

export function readCategories(db: Executor): Promise<CategoryLine[]> {
  return readLines(db, sql`t.merged_into_id is null`);
}

export function readProposals(db: Executor): Promise<CategoryLine[]> {
  return readLines(
    db,
    sql`t.accepted_at is null and t.decided_at is null and t.merged_into_id is null
      and exists (select from offerings o where o.activity_type_id = t.id and o.deleted_at is null)`,
  );
}

export async function readCategory(db: Executor, id: string): Promise<CategoryView | null> {
  const [line] = await readLines(db, sql`t.id = ${id}`);
  if (!line) return null;
  const { rows } = await db.execute<
    Pick<CategoryView, "professionals" | "alerts" | "formerNames" | "mergedInto" | "examples">
  >(sql`
    select (select count(distinct o.professional_id)::int from offerings o
        where o.activity_type_id = t.id and o.deleted_at is null) as professionals,
      (select count(*)::int from alerts
        where conditions ? 'category'
          and search_key(conditions ->> 'category') = search_key(t.name)) as alerts,
      ${FORMER_NAMES} as "formerNames",
      (select jsonb_build_object('id', named.id, 'name', named.name) from activity_types named
        where named.id = t.merged_into_id) as "mergedInto",
      (select coalesce(jsonb_agg(newest), '[]') from (
        select o.id, o.title, p.business_name as business
        from offerings o join professional_profiles p on p.id = o.professional_id
        where o.activity_type_id = t.id and o.deleted_at is null and o.is_active
        order by o.created_at desc nulls first limit 5) newest) as examples
    from activity_types t where t.id = ${id}`);
  const [more] = rows;
  return more ? { ...line, ...more } : null;
}

export async function readUsers(
  db: Executor,
  id: string,
): Promise<{ userId: string; email: string }[]> {
  const { rows } = await db.execute<{ userId: string; email: string }>(sql`
    select distinct owner.id as "userId", u.email
    from offerings o join professional_profiles p on p.id = o.professional_id
      join profiles owner on owner.id = p.user_id join users u on u.id = owner.id
    where o.activity_type_id = ${id} and o.deleted_at is null and owner.account_status = 'active'`);
  return rows;
}
