import { listAcceptedTypes } from "../catalogue/activity-types/list-activity-types.server.ts";
import type { Context } from "../context.server.ts";
import { markOf, slugOf } from "./rules.ts";
import { SITEMAP_KINDS, type SitemapPart } from "./schema.ts";
import { bookableTypes, rangeStarts } from "./store.server.ts";

/** The parts of the sitemap: activities that can be booked, and ranges of ids. */
export async function listSitemapParts(
  ctx: Context,
): Promise<{ activities: string[]; ranges: SitemapPart[] }> {
  const types = await listAcceptedTypes(ctx);
  const bookable = await bookableTypes(
    ctx.db,
    types.map(({ name }) => markOf(name)),
    { city: null, now: ctx.now() },
  );
  const ranges = async (kind: SitemapPart["kind"]) =>
    (await rangeStarts(ctx.db, kind)).map((from) => ({ kind, from }));
  return {
    activities: types
      .filter(({ name }) => bookable.includes(markOf(name)))
      .map(({ name }) => slugOf(name)),
    ranges: (await Promise.all(SITEMAP_KINDS.map(ranges))).flat(),
  };
}
