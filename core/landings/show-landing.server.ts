import { listAcceptedTypes } from "../catalogue/activity-types/list-activity-types.server.ts";
import { clientPrice } from "../catalogue/rules.ts";
import type { ActivityTypeView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { countOffers, findOffers } from "../search/results/find-offers.server.ts";
import { COUNT_LIMIT } from "../search/rules.ts";
import type { Target } from "../search/schema.ts";
import { everything } from "../search/typing/understand-query.server.ts";
import { CITIES, departmentsAround, keyOf, LANDING_CARDS, landingPath, slugOf } from "./rules.ts";
import { type LandingView, landingQuery } from "./schema.ts";
import {
  bookableTypes,
  countPractitioners,
  frequentCities,
  nearestCities,
  type Place,
  readPlace,
} from "./store.server.ts";

/**
 * The bookable sessions of an activity, in one city or anywhere, and the ways on. An empty page is
 * an answer too and leads to neighbours.
 *
 * @param raw the slugs of the address (`yoga`, `saint-etienne`), as `slugOf` writes them.
 * @throws AppError `not_found` for an unknown activity, or a city that never had an offer.
 */
export async function showLanding(ctx: Context, raw: unknown): Promise<LandingView> {
  const slugs = parseInput(landingQuery, raw);
  const types = await listAcceptedTypes(ctx);
  const type = types.find(({ name }) => slugOf(name) === slugs.activity);
  const key = slugs.city === undefined ? null : keyOf(slugs.city);
  const place = key === null ? null : await readPlace(ctx.db, key);
  if (!type || (key !== null && !place)) throw new AppError("not_found");

  const [{ figures, sessions }, cities, others] = await Promise.all([
    showOffers(ctx, type, key),
    key !== null && place ? around(ctx, type, key, place) : citiesOf(ctx, type),
    bookableTypes(
      ctx.db,
      types.flatMap(({ id }) => (id === type.id ? [] : [id])),
      key,
    ),
  ]);
  return {
    activity: { name: type.name, path: landingPath(type.name) },
    city: place && { name: place.name, path: landingPath(type.name, place.name) },
    figures,
    sessions,
    cities: cities.map((name) => ({ name, path: landingPath(type.name, name) })),
    activities: types
      .filter(({ id }) => others.includes(id))
      .map(({ name }) => ({
        name,
        path: place ? landingPath(name, place.name) : landingPath(name),
      })),
  };
}

async function showOffers(
  ctx: Context,
  type: ActivityTypeView,
  city: string | null,
): Promise<Pick<LandingView, "figures" | "sessions">> {
  const now = ctx.now();
  const target: Target = {
    ...everything({ lastMinute: false, sort: "date" }),
    cities: city === null ? null : [city],
    type: { id: type.id, mark: `#${keyOf(slugOf(type.name))}` },
  };
  const search = { target, now, after: null };
  const cheapest = { ...search, target: { ...target, sort: "price_asc" as const } };
  const [next, total, cheap, practitioners] = await Promise.all([
    findOffers(ctx.db, search, { offset: 0, limit: LANDING_CARDS }),
    countOffers(ctx.db, search),
    findOffers(ctx.db, cheapest, { offset: 0, limit: 1 }),
    countPractitioners(ctx.db, { typeId: type.id, city }),
  ]);
  const sessions = next.offers.map(({ card }) => card);
  return {
    sessions,
    figures: {
      sessions: Math.min(total, COUNT_LIMIT),
      hasMore: total > COUNT_LIMIT,
      practitioners,
      fromCents: cheap.offers[0] ? clientPrice(cheap.offers[0].card) : null,
      nextAt: sessions[0]?.nextSlot?.start ?? null,
    },
  };
}

function around(
  { db }: Context,
  { id }: ActivityTypeView,
  city: string,
  { postcode }: Place,
): Promise<string[]> {
  return nearestCities(db, { typeId: id, city, departments: departmentsAround(postcode) });
}

async function citiesOf({ db }: Context, { id }: ActivityTypeView): Promise<string[]> {
  const cities = await frequentCities(db, [id], CITIES.page);
  return cities.map(({ name }) => name);
}
