import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Executor, exactInstant, list, type Reader } from "#platform/postgres.server.ts";
import { hasOpenSession, isOpenSession } from "../listings/open-sessions.server.ts";
import { favorites } from "../tables.server.ts";
import type { Favorite, FavoriteFilter, FavoriteKey, FavoriteToday } from "./schema.ts";

/** Neither deleted nor of a professional who has left or is leaving. */
const visible = sql`s.kind = 'session' and s.deleted_at is null and exists (
  select from professional_profiles p join profiles owner on owner.id = p.user_id
  where p.id = s.professional_id and owner.account_status <> 'deleted'
    and owner.deletion_asked_at is null)`;

/** The update that changes nothing answers the existing row; the lock makes a deletion wait. */
export async function insertFavorite(
  db: Executor,
  clientId: string,
  sessionId: string,
  now: Date,
): Promise<Favorite | null> {
  const { rows } = await db.execute<{ created_at: string }>(sql`
    insert into favorites as f (client_id, session_id, created_at)
    select ${clientId}::uuid, s.id, ${now}::timestamptz from offerings s
    where s.id = ${sessionId} and ${visible}
    for key share of s
    on conflict (client_id, session_id) do update set created_at = f.created_at
    returning created_at`);
  const row = rows[0];
  return row ? { clientId, sessionId, createdAt: new Date(row.created_at) } : null;
}

export async function deleteFavorite(
  db: Executor,
  clientId: string,
  sessionId: string,
): Promise<void> {
  await db
    .delete(favorites)
    .where(and(eq(favorites.clientId, clientId), eq(favorites.sessionId, sessionId)));
}

/** With their account (rule: account-deletion). */
export async function dropFavorites(db: Executor, clientId: string): Promise<void> {
  await db.delete(favorites).where(eq(favorites.clientId, clientId));
}

export async function favoritesAmong(
  db: Reader,
  clientId: string,
  sessionIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ sessionId: favorites.sessionId })
    .from(favorites)
    .where(
      and(
        eq(favorites.clientId, clientId),
        sql`${favorites.sessionId} = any(${list(sessionIds, "uuid")})`,
      ),
    );
  return rows.map((row) => row.sessionId);
}

export async function pageOfFavorites(
  db: Executor,
  clientId: string,
  { filter, after, limit, now }: Wanted,
): Promise<FavoriteKey[]> {
  const { rows } = await db.execute<{ sessionId: string; createdAt: string }>(sql`
    select f.session_id as "sessionId",
      ${exactInstant(sql`f.created_at`)} as "createdAt"
    from favorites f
      join offerings s on s.id = f.session_id
      join activity_types t on t.id = s.activity_type_id
    where f.client_id = ${clientId} and ${visible} and ${narrowed(filter, now)}
      and ${after ? sql`(f.created_at, f.session_id) < (${after.createdAt}::timestamptz, ${after.sessionId}::uuid)` : sql`true`}
    order by f.created_at desc, f.session_id desc limit ${limit}`);
  return rows;
}

interface Wanted {
  filter: FavoriteFilter;
  after: FavoriteKey | null;
  limit: number;
  now: Date;
}

function narrowed({ category, place, available }: FavoriteFilter, now: Date): SQL {
  return sql.join(
    [
      sql`true`,
      ...(category ? [sql`t.name = ${category}`] : []),
      ...(place ? [sql`s.is_online = ${place === "online"}`] : []),
      ...(available
        ? [
            sql`exists (select from listings l where l.offering_id = s.id and ${hasOpenSession(now)})`,
          ]
        : []),
    ],
    sql` and `,
  );
}

export async function countFavorites(
  db: Executor,
  clientId: string,
  { filter, now }: Pick<Wanted, "filter" | "now">,
): Promise<{ category: string; count: number; shown: number }[]> {
  const { rows } = await db.execute<{ category: string; count: number; shown: number }>(sql`
    select t.name as category, count(*)::int as count,
      (count(*) filter (where ${narrowed(filter, now)}))::int as shown
    from favorites f
      join offerings s on s.id = f.session_id
      join activity_types t on t.id = s.activity_type_id
    where f.client_id = ${clientId} and ${visible}
    group by t.name`);
  return rows;
}

export async function favoritesBetween(
  db: Reader,
  clientId: string,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<FavoriteToday[]> {
  const { rows } = await db.execute<Omit<FavoriteToday, "start"> & { start: string }>(sql`
    with own as materialized (
      select l.no, l.offering_id, l.card from favorites f join listings l on l.offering_id = f.session_id
      where f.client_id = ${clientId})
    select own.offering_id as "sessionId", own.card ->> 'title' as title, first.slot_id as "slotId",
      first.starts_at as start, first.cents as "priceCents"
    from own cross join lateral (
      select slot.slot_id, slot.starts_at, slot.cents from listed_slots slot
      where slot.listing_no = own.no and slot.starts_at < ${until} and slot.valid_from <= ${now}
        and slot.valid_until > ${now} and ${isOpenSession(now)}
      order by slot.starts_at limit 1) first
    order by first.starts_at, own.offering_id limit ${limit}`);
  return rows.map((row) => ({ ...row, start: new Date(row.start) }));
}
