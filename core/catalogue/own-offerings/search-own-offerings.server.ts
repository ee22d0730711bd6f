import { type SQL, sql } from "drizzle-orm";
import { type Executor, rowsOf } from "#platform/postgres.server.ts";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { allSeatsTaken } from "../../occupancy/count-seats.server.ts";
import { parseInput } from "../../parse.ts";
import { withheldAs } from "../removals/require-showable.server.ts";
import {
  type OwnDraft,
  type OwnOffering,
  type OwnPage,
  type OwnState,
  ownQuery,
} from "./schema.ts";

interface OwnSearch {
  professionalId: string;
  words: string;
  now: Date;
}

const contains = (column: SQL, words: string) =>
  sql`position(search_key(${words}) in search_key(${column})) > 0`;

const state = sql`case when offering.archived_at is not null then 'archivee'
  when offering.is_active then 'en-ligne' else 'en-pause' end`;

async function readOwn(
  db: Executor,
  { professionalId, words, now }: OwnSearch,
  page: { states: readonly OwnState[]; limit: number; offset: number },
): Promise<OwnOffering[]> {
  const found = await db.execute(sql`
    select offering.id, offering.kind, offering.title, coalesce(type.name, offering.category) as category,
      offering.image_url as "imageUrl", offering.is_online as "isOnline", offering.city,
      offering.duration, offering.capacity,
      coalesce(offering.discounted_price_cents, offering.price_cents) as "priceCents",
      ${state} as state, ${withheldAs(sql`offering`)} as withheld, coming.start as "nextStart", coming.count as coming, coming.taken, coming.seats, coming.outside
    from offerings offering
      left join activity_types type on type.id = offering.activity_type_id
      cross join lateral (
        select min(slot.start_datetime) as start, count(*)::int as count,
          coalesce(sum(own.taken), 0)::int as taken, coalesce(sum(slot.outside_seats), 0)::int as outside,
          coalesce(sum(own.taken + slot.available_spots), 0)::int as seats
        from slots slot cross join lateral (select ${allSeatsTaken(sql`slot`)} as taken) own
        where slot.offering_id = offering.id and slot.is_active and slot.start_datetime >= ${now}
      ) coming
    where offering.professional_id = ${professionalId} and offering.deleted_at is null
      and ${state} in (${sql.join(
        page.states.map((one) => sql`${one}`),
        sql`, `,
      )})
      and ${contains(sql`offering.title`, words)}
    order by coming.start, offering.created_at desc, offering.id desc
    limit ${page.limit} offset ${page.offset}`);
  return rowsOf(found);
}

async function countOwn(
  db: Executor,
  { professionalId, words }: OwnSearch,
): Promise<Record<OwnState, number>> {
  const { rows } = await db.execute<{ state: OwnState; count: number }>(sql`
    select ${state} as state, count(*)::int as count from offerings offering
    where offering.professional_id = ${professionalId} and offering.deleted_at is null
      and ${contains(sql`offering.title`, words)}
    group by 1
    union all
    select 'brouillon', count(*)::int from offering_drafts draft
    where draft.professional_id = ${professionalId}
      and ${contains(sql`coalesce(draft.title, '')`, words)}`);
  const none = { "en-ligne": 0, "en-pause": 0, brouillon: 0, archivee: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

async function readDrafts(
  db: Executor,
  { professionalId, words }: OwnSearch,
  page: { limit: number; offset: number },
): Promise<OwnDraft[]> {
  const found = await db.execute(sql`
    select draft.id, draft.kind, draft.title, draft.updated_at as "updatedAt" from offering_drafts draft
    where draft.professional_id = ${professionalId}
      and ${contains(sql`coalesce(draft.title, '')`, words)}
    order by draft.updated_at desc, draft.id desc limit ${page.limit} offset ${page.offset}`);
  return rowsOf(found);
}

const PAGE_SIZE = 20;

/** @throws AppError `forbidden` without a professional profile. */
export async function searchOwnOfferings(ctx: Context, raw: unknown): Promise<OwnPage> {
  const { professionalId } = requireProfessional(ctx);
  const { q: words, etat, page: wanted } = parseInput(ownQuery, raw);
  const asked = { professionalId, words, now: ctx.now() };
  const counts = await countOwn(ctx.db, asked);
  const states = etat ? [etat] : (["en-ligne", "en-pause"] as const);
  const total = states.reduce((sum, state) => sum + counts[state], 0);
  const pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(wanted, pageCount);
  const part = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const isDrafts = etat === "brouillon";
  return {
    offerings: isDrafts ? [] : await readOwn(ctx.db, asked, { states, ...part }),
    drafts: isDrafts ? await readDrafts(ctx.db, asked, part) : [],
    counts,
    page,
    pageCount,
  };
}
