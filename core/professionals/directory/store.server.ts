import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "#platform/postgres.server.ts";
import { isOpenSession } from "../../listings/open-sessions.server.ts";
import { cents } from "../../money.ts";
import { hasRight } from "../../subscriptions/show-subscription.server.ts";
import { isOwnerPresent } from "../../tables/conditions.server.ts";
import type { DirectoryEntry, ProfessionalView } from "../schema.ts";
import { professionalJson } from "./describe-professional.server.ts";

const listed = sql`${isOwnerPresent} and not exists (
  select from professional_profiles newer
  where newer.user_id = p.user_id and (newer.created_at, newer.id) > (p.created_at, p.id))`;

async function readViews(
  db: Reader,
  conditions: SQL,
  limit: number,
  /** The order of equals, between the rating and the id. */
  among = sql``,
): Promise<ProfessionalView[]> {
  const { rows } = await db.execute<{ view: ProfessionalView }>(sql`
    select ${professionalJson} as view
    from professional_profiles p join profiles owner on owner.id = p.user_id
    where ${conditions} order by p.rating desc, ${among} p.id limit ${limit}`);
  return rows.map((row) => row.view);
}

export function listProfessionalViews(
  db: Reader,
  { after, limit }: { after: { rating: number; id: string } | null; limit: number },
): Promise<ProfessionalView[]> {
  const following = after
    ? sql`and p.rating <= ${after.rating} and (p.rating < ${after.rating} or p.id > ${after.id})`
    : sql``;
  return readViews(db, sql`${listed} ${following}`, limit);
}

const finds = (q: string) =>
  q === ""
    ? sql`true`
    : sql`strpos(
      search_key(concat_ws(' ', p.business_name, p.business_description,
        p.business_postal_code, p.business_city, (
          select string_agg(distinct t.name, ' ')
          from offerings own join activity_types t on t.id = own.activity_type_id
          where own.professional_id = p.id and own.is_active))),
      search_key(${q})) > 0`;

export async function listDirectory(
  db: Reader,
  { q, limit, now }: { q: string; limit: number; now: Date },
): Promise<DirectoryEntry[]> {
  const { rows } = await db.execute<{ view: ProfessionalView; at: string | null; cents: number }>(
    sql`
    select ${professionalJson} as view, next.at, next.cents
    from (
      select p.* from professional_profiles p join profiles owner on owner.id = p.user_id
      where ${listed} and ${finds(q)} order by p.rating desc, p.id limit ${limit}
    ) p left join lateral (
      select min(slot.starts_at) as at, min(slot.cents) as cents from listed_slots slot
      where slot.professional_id = p.id and ${isOpenSession(now)}
        and slot.valid_from <= ${now} and slot.valid_until > ${now}
    ) next on true
    order by p.rating desc, p.id`,
  );
  return rows.map(({ view, at, cents: lowest }) => ({
    ...view,
    nextSlotAt: at === null ? null : new Date(at),
    fromCents: at === null ? null : cents(lowest),
  }));
}

export async function countListed(db: Reader, q: string, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from professional_profiles p join profiles owner on owner.id = p.user_id
      where ${listed} and ${finds(q)} limit ${most}) counted`);
  return rows[0]?.count ?? 0;
}

export async function readProfessional(db: Reader, id: string): Promise<ProfessionalView | null> {
  const [view] = await readViews(db, sql`p.id = ${id} and ${isOwnerPresent}`, 1);
  return view ?? null;
}

/** At least 4.5 and bookable; among equals those whose plan highlights them (rule: boost). */
export function readPopular(db: Reader, { limit, now }: { limit: number; now: Date }) {
  return readViews(
    db,
    sql`p.rating >= 4.5 and exists (select from listed_slots slot
      where slot.professional_id = p.id and ${isOpenSession(now)})`,
    limit,
    sql`${hasRight(sql`p.user_id`, "boosts", now)} desc,`,
  );
}
