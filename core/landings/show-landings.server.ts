import { listAcceptedTypes } from "../catalogue/activity-types/change-type.server.ts";
import type { Context } from "../context.server.ts";
import { CITIES, landingPath, markOf } from "./rules.ts";
import type { LandingEntry } from "./schema.ts";
import { bookableTypes, frequentCities } from "./store.server.ts";

export async function showLandings(ctx: Context): Promise<LandingEntry[]> {
  const types = await listAcceptedTypes(ctx);
  const marks = types.map(({ name }) => markOf(name));
  const now = ctx.now();
  const [bookable, cities] = await Promise.all([
    bookableTypes(ctx.reads, marks, { city: null, now }),
    frequentCities(ctx.reads, marks, { ...CITIES.index, now }),
  ]);
  return types
    .filter(({ name }) => bookable.includes(markOf(name)))
    .map(({ name, formerNames }) => ({
      ...{ name, formerNames },
      path: landingPath(name),
      cities: cities
        .filter(({ typeMark }) => typeMark === markOf(name))
        .map((city) => ({ name: city.name, path: landingPath(name, city.name) })),
    }));
}
