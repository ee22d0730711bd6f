import { listAcceptedTypes } from "../catalogue/activity-types/list-activity-types.server.ts";
import type { NamedCategory } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { markOf } from "./rules.ts";
import { SITEMAP_KINDS, type SitemapPart } from "./schema.ts";
import { bookableTypes, rangeStarts } from "./store.server.ts";

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
