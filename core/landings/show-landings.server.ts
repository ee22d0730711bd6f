import { listAcceptedTypes } from "../catalogue/activity-types/list-activity-types.server.ts";
import type { Context } from "../context.server.ts";
import { CITIES, landingPath } from "./rules.ts";
import type { LandingEntry } from "./schema.ts";
import { bookableTypes, frequentCities } from "./store.server.ts";

/** Every activity that can be booked now, each with a few of its cities. */
export async function showLandings(ctx: Context): Promise<LandingEntry[]> {
  const types = await listAcceptedTypes(ctx);
  const ids = types.map(({ id }) => id);
  const [bookable, cities] = await Promise.all([
    bookableTypes(ctx.db, ids, null),
    frequentCities(ctx.db, ids, CITIES.index),
  ]);
  return types
    .filter(({ id }) => bookable.includes(id))
    .map(({ id, name }) => ({
      name,
      path: landingPath(name),
      cities: cities
        .filter(({ typeId }) => typeId === id)
        .map((city) => ({ name: city.name, path: landingPath(name, city.name) })),
    }));
}
