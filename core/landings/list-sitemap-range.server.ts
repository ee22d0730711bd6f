import * as addresses from "#site/addresses.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { type SitemapEntry, type SitemapPart, sitemapPart } from "./schema.ts";
import { rangeEnd, readRange } from "./store.server.ts";

/** Addresses read at a time, so that a part needs little memory. */
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
