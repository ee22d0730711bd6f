import { listAcceptedTypes } from "../catalogue/activity-types/list-activity-types.server.ts";
import type { Context } from "../context.server.ts";
import { landingPath, markOf, slugOf } from "./rules.ts";
import type { SitemapEntry } from "./schema.ts";
import { citiesOfType } from "./store.server.ts";

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
