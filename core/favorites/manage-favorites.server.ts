import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Executor, exactInstant, list, type Reader } from "#platform/postgres.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { showOfferings } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { addDays, dayKey, fromParis } from "../dates.ts";
import { AppError } from "../errors.ts";
import { hasOpenSession, isOpenSession } from "../listings/open-sessions.server.ts";
import { parseInput } from "../parse.ts";
import { favorites } from "../tables.server.ts";
import {
  type Favorite,
  type FavoriteFilter,
  type FavoriteKey,
  type FavoritesView,
  type FavoriteToday,
  type FavoriteView,
  favoriteFilter,
  favoriteInput,
  favoriteKey,
  favoriteListQuery,
} from "./schema.ts";

/** Neither deleted nor of a professional who has left or is leaving. */
const visible = sql`s.kind = 'session' and s.deleted_at is null and exists (
  select from professional_profiles p join profiles owner on owner.id = p.user_id
  where p.id = s.professional_id and owner.account_status <> 'deleted'
    and owner.deletion_asked_at is null)`;

/** The update that changes nothing answers the existing row; the lock makes a deletion wait. */
async function insertFavorite(
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

/** With their account (rule: account-deletion). */
export async function dropFavorites(db: Executor, clientId: string): Promise<void> {
  await db.delete(favorites).where(eq(favorites.clientId, clientId));
}

async function pageOfFavorites(
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

async function countFavorites(
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

async function favoritesBetween(
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

/** Adding twice answers the first. @throws AppError `not_found` once its professional has left. */
export async function addFavorite(ctx: Context, input: unknown): Promise<Favorite> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(favoriteInput, input);
  const favorite = await insertFavorite(ctx.db, actor.userId, sessionId, ctx.now());
  if (!favorite) throw new AppError("not_found", { message: "Session non trouvée" });
  return favorite;
}

export async function removeFavorite(ctx: Context, input: unknown): Promise<void> {
  const actor = requireActor(ctx);
  const { sessionId } = parseInput(favoriteInput, input);
  await ctx.db
    .delete(favorites)
    .where(and(eq(favorites.clientId, actor.userId), eq(favorites.sessionId, sessionId)));
}

export async function clearFavorites(ctx: Context): Promise<void> {
  await dropFavorites(ctx.db, requireActor(ctx).userId);
}

/** @throws AppError `invalid_input` for a limit or cursor that makes no sense. */
export async function listFavorites(
  ctx: Context,
  raw: unknown = {},
): Promise<{ favorites: FavoriteView[]; nextCursor: string | null }> {
  const { userId } = requireActor(ctx);
  const { limit, cursor, ...filter } = parseInput(favoriteListQuery, raw);
  const after = readCursor(favoriteKey, cursor);
  const wanted = { filter, after, limit: limit + 1, now: ctx.now() };
  const found = await pageOfFavorites(ctx.db, userId, wanted);
  const { page, nextCursor } = pageOf(found, limit, (key) => key);
  const sessions = await showOfferings(
    ctx,
    "session",
    page.map(({ sessionId }) => sessionId),
  );
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const favorites = page.flatMap(({ sessionId, createdAt }) => {
    const session = byId.get(sessionId);
    return session ? { clientId: userId, sessionId, createdAt: new Date(createdAt), session } : [];
  });
  return { favorites, nextCursor };
}

/** Multiple of two: the page has two columns. */
const PAGE_SIZE = 24;

/**
 * One filtered page (rule: working-controls), and the totals.
 * @throws AppError as {@link listFavorites}.
 */
export async function showFavorites(
  ctx: Context,
  query: Record<string, string>,
): Promise<FavoritesView> {
  const { userId } = requireActor(ctx);
  const [page, counts] = await Promise.all([
    listFavorites(ctx, { ...query, limit: PAGE_SIZE }),
    countFavorites(ctx.db, userId, { filter: favoriteFilter.parse(query), now: ctx.now() }),
  ]);
  return {
    ...page,
    count: counts.reduce((sum, { count }) => sum + count, 0),
    shown: counts.reduce((sum, { shown }) => sum + shown, 0),
    categories: counts.map(({ category }) => category).sort((a, b) => a.localeCompare(b, "fr")),
  };
}

const MOST = 4;

export async function listFavoritesToday(ctx: Context): Promise<FavoriteToday[]> {
  const { userId } = requireActor(ctx);
  const now = ctx.now();
  const midnight = fromParis(`${addDays(dayKey(now), 1)}T00:00`) ?? now;
  return favoritesBetween(ctx.readers.fresh, userId, { now, until: midnight, limit: MOST });
}

/** Null for a visitor, whose pages a shared cache may keep, and without a query. */
export async function markFavorites(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<string[] | null> {
  if (!ctx.actor) return null;
  if (sessionIds.length === 0) return [];
  const { clientId, sessionId } = favorites;
  const marked = await ctx.readers.fresh
    .select({ sessionId })
    .from(favorites)
    .where(
      and(eq(clientId, ctx.actor.userId), sql`${sessionId} = any(${list(sessionIds, "uuid")})`),
    );
  return marked.map((row) => row.sessionId);
}
