import { listAcceptedTypes } from "../catalogue/activity-types/manage-types.server.ts";
import type { AcceptedType } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { departmentsAround } from "../places/find-communes.server.ts";
import { LEAST_RESULTS, placeBoosted } from "../promotion/rules.ts";
import { findBoosted } from "../search/find-boosted.server.ts";
import { findKeys, findSessions } from "../search/listed/find-listed.server.ts";
import { readCards, readOfferings } from "../search/listed/read-results.server.ts";
import { planSoonest } from "../search/listed/rules.ts";
import { COUNT_LIMIT } from "../search/rules.ts";
import { keyOf, landingPath, markOf, slugOf } from "./rules.ts";
import { type LandingEntry, type LandingView, landingQuery } from "./schema.ts";
import {
  bookableTypes,
  frequentCities,
  nearestCities,
  type Place,
  readPlace,
} from "./store.server.ts";

const LANDING_CARDS = 6;

const CITIES = {
  page: { sample: 3_000, limit: 24 },
  index: { sample: 200, limit: 4 },
};

/** @throws AppError `not_found` for an activity or city that never had an offer. */
export async function showLanding(ctx: Context, raw: unknown): Promise<LandingView> {
  const slugs = parseInput(landingQuery, raw);
  const types = await listAcceptedTypes(ctx);
  const type = types.find(({ name }) => slugOf(name) === slugs.activity);
  const key = slugs.city === undefined ? null : keyOf(slugs.city);
  const place = key === null ? null : await readPlace(ctx.reads, key);
  if (!type || (key !== null && !place)) throw new AppError("not_found");

  const [{ figures, sessions, boosted }, cities, others] = await Promise.all([
    showSessions(ctx, type, key),
    key !== null && place ? around(ctx, type, key, place) : citiesOf(ctx, type),
    bookableTypes(
      ctx.reads,
      types.flatMap(({ id, name }) => (id === type.id ? [] : [markOf(name)])),
      { city: key, now: ctx.now() },
    ),
  ]);
  return {
    activity: { name: type.name, path: landingPath(type.name), formerNames: type.formerNames },
    city: place && { name: place.name, path: landingPath(type.name, place.name) },
    figures,
    sessions,
    boosted,
    cities: cities.map((name) => ({ name, path: landingPath(type.name, name) })),
    activities: types
      .filter(({ name }) => others.includes(markOf(name)))
      .map(({ name }) => ({
        name,
        path: place ? landingPath(name, place.name) : landingPath(name),
      })),
  };
}

async function showSessions(
  ctx: Context,
  type: AcceptedType,
  city: string | null,
): Promise<Pick<LandingView, "figures" | "sessions" | "boosted">> {
  const cities = city === null ? null : [city];
  const plan = planSoonest(ctx.now(), { cities, type: markOf(type.name) });
  const [keys, [cheap]] = await Promise.all([
    findKeys(ctx.reads, plan, COUNT_LIMIT + 1),
    findSessions(ctx.reads, { ...plan, order: "price_asc" }, 1),
  ]);
  const counted = await readOfferings(ctx.reads, keys.slice(0, COUNT_LIMIT));
  const next = await readCards(ctx.reads, keys.slice(0, LANDING_CARDS), plan.now);
  const own = next.map(({ card }) => card);
  const isLong = keys.length >= LEAST_RESULTS;
  const heads = isLong ? await findBoosted(ctx, plan) : [];
  return {
    sessions: placeBoosted(
      own,
      heads.map(({ card }) => card),
    ),
    boosted: heads.map(({ id }) => id),
    figures: {
      sessions: counted.length,
      hasMore: keys.length > COUNT_LIMIT,
      practitioners: new Set(counted.map(({ professionalId }) => professionalId)).size,
      fromCents: cheap?.card.price.nowCents ?? null,
      nextAt: own[0]?.nextSlot?.start ?? null,
    },
  };
}

function around(
  { reads, now }: Context,
  { name }: AcceptedType,
  city: string,
  { postcode }: Place,
): Promise<string[]> {
  const departments = departmentsAround(postcode);
  return nearestCities(reads, { typeMark: markOf(name), city, departments, now: now() });
}

async function citiesOf({ reads, now }: Context, { name }: AcceptedType): Promise<string[]> {
  const cities = await frequentCities(reads, [markOf(name)], { ...CITIES.page, now: now() });
  return cities.map((city) => city.name);
}

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
