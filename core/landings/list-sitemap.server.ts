import * as addresses from "#site/addresses.ts";
import { listAcceptedTypes } from "../catalogue/activity-types/manage-types.server.ts";
import type { NamedCategory } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { landingPath, markOf, slugOf } from "./rules.ts";
import { SITEMAP_KINDS, type SitemapEntry, type SitemapPart, sitemapPart } from "./schema.ts";
import { bookableTypes, citiesOfType, rangeEnd, rangeStarts, readRange } from "./store.server.ts";

export async function listLandings(
  ctx: Context,
  { activity }: { activity: string },
): Promise<SitemapEntry[]> {
  const type = (await listAcceptedTypes(ctx)).find(({ name }) => slugOf(name) === activity);
  const cities = type ? await citiesOfType(ctx.reads, markOf(type.name), ctx.now()) : [];
  if (!type || cities.length === 0) return [];
  return [
    { path: landingPath(type.name), changedAt: null },
    ...cities
      .filter((city) => city !== "")
      .map((city) => ({ path: landingPath(type.name, city), changedAt: null })),
  ];
}

export async function listSitemapParts(
  ctx: Context,
): Promise<{ activities: NamedCategory[]; ranges: SitemapPart[] }> {
  const types = await listAcceptedTypes(ctx);
  const bookable = await bookableTypes(
    ctx.reads,
    types.map(({ name }) => markOf(name)),
    { city: null, now: ctx.now() },
  );
  const ranges = async (kind: SitemapPart["kind"]) =>
    (await rangeStarts(ctx.reads, kind)).map((from) => ({ kind, from }));
  return {
    activities: types
      .filter(({ name }) => bookable.includes(markOf(name)))
      .map(({ name, formerNames }) => ({ name, formerNames })),
    ranges: (await Promise.all(SITEMAP_KINDS.map(ranges))).flat(),
  };
}

const BATCH = 5_000;

const ADDRESSES: Record<SitemapPart["kind"], (id: string) => string> = {
  praticiens: addresses.professional,
  sessions: addresses.session,
  activites: addresses.activity,
};

/** Starts at any id (rule: sitemap). @throws AppError `invalid_input` */
export async function* listSitemapRange(
  { reads, now }: Context,
  raw: unknown,
): AsyncGenerator<SitemapEntry[]> {
  const { kind, from } = parseInput(sitemapPart, raw);
  const end = await rangeEnd(reads, { kind, from });
  for (let after: string | null = from; after !== null; ) {
    const rows = await readRange(reads, kind, { after, end, limit: BATCH + 1, now: now() });
    yield rows
      .slice(0, BATCH)
      .map(({ id, changedAt }) => ({ path: ADDRESSES[kind](id), changedAt }));
    after = rows[BATCH]?.id ?? null;
  }
}
