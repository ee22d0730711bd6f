import type { Context } from "../context.server.ts";
import { middleOfArea } from "../places/find-communes.server.ts";
import { hasCondition, leaveOut } from "./leave-out.server.ts";
import { countMatches, findNear } from "./listed/find-listed.server.ts";
import { readCities } from "./listed/read-results.server.ts";
import { planOf } from "./listed/rules.ts";
import type { SearchPlan } from "./listed/schema.ts";
import { LONGEST_RADIUS, NEARBY_RADIUS, RADII, wherever } from "./rules.ts";
import type { ConditionName, OtherSearch, OtherSearches, SearchQuery } from "./schema.ts";
import { findNearCells, findNearestCells } from "./typing/find-near-cells.server.ts";
import { type Around, kilometresTo } from "./typing/schema.ts";
import { suggestCorrection } from "./typing/suggest-searches.server.ts";
import {
  type Place,
  type Understood,
  type UnderstoodQuery,
  understandCities,
  understandTyped,
} from "./typing/understand-query.server.ts";

const OFFERED_COUNT_LIMIT = 10;

const TIME_AND_PRICE = ["filter", "date", "price"] as const;
const SLOT_CONDITIONS = ["duration", "seats", "mode"] as const;
const OTHERS = ["professional", "category", "unknown", "q"] as const;

const NEIGHBOURS = 25;
const MOST = 3;
const NEAREST_CELLS = 300;

export async function suggestOtherSearches(
  ctx: Context,
  query: SearchQuery,
  understood: Understood,
): Promise<OtherSearches> {
  const asked = { query, understood };
  const [farther, dropped, meant] = await Promise.all([
    goFarther(ctx, asked),
    widen(ctx, asked),
    takeAsMeant(ctx, asked),
  ]);
  const isRecognised =
    (meant && meant.query.q !== query.q) ||
    dropped.some(({ without }) => without.includes("unknown"));
  const keeps = (way: OtherSearch) => !isRecognised || !way.without.includes("q");
  const wider = [...farther, ...dropped.filter(keeps)].slice(0, MOST);
  // Other cities cost as much again, so they are looked for only where three ways are not there.
  const most = MOST - wider.length;
  const isOther = (way: OtherSearch) => way.query.location !== meant?.query.location;
  const others = most > 0 && farther.length === 0 ? await lookElsewhere(ctx, asked, most) : [];
  const elsewhere = others.filter(isOther).slice(0, meant ? most - 1 : most);
  const isStuck = !meant && wider.length + elsewhere.length === 0;
  return { wider: isStuck ? await lookAnywhere(ctx, asked) : wider, meant, elsewhere };
}

async function lookAnywhere(ctx: Context, asked: UnderstoodQuery): Promise<OtherSearch[]> {
  const { q, category } = asked.query;
  const dropsOf = (conditions: readonly ConditionName[]) =>
    conditions.filter((condition) => hasCondition(asked.query, condition));
  const soft = dropsOf(["place", ...TIME_AND_PRICE]);
  const all = dropsOf(["place", ...TIME_AND_PRICE, ...SLOT_CONDITIONS, "professional"]);
  const isSaid = q !== "" || category !== "";
  const possible = [dropsOf(["place"]), soft, ...(isSaid ? [all] : [])];
  const isNew = (drops: readonly ConditionName[], at: number) =>
    drops.length > (possible[at - 1]?.length ?? 0);
  return tryWithout(ctx, asked, possible.filter(isNew), 1);
}

async function takeAsMeant(
  ctx: Context,
  { query, understood }: UnderstoodQuery,
): Promise<OtherSearch | null> {
  // A place that is known exactly as it was typed needs no correction.
  if (query.location !== "" && understood.place?.isForgiven === false) return null;
  const meant = await suggestCorrection(ctx, query);
  if (!meant) return null;
  const { words, place } = await understandTyped(ctx, { ...meant, kind: "session", category: "" });
  const guessed = { query: { ...query, ...meant }, understood: { ...understood, words, place } };
  return tryOut(ctx, guessed, []);
}

async function goFarther(
  ctx: Context,
  { query, understood }: UnderstoodQuery,
): Promise<OtherSearch[]> {
  const place = understood.near?.around;
  const larger = RADII.filter((radius) => radius > (query.radius ?? NEARBY_RADIUS));
  if (!place || larger.length === 0) return [];
  if (query.mode === "online") return [];
  const tryWithin = async (radius: number) => {
    const around = await findNearCells(ctx.reads, place, radius);
    const farther = {
      query: { ...query, radius },
      understood: { ...understood, near: { around } },
    };
    return tryOut(ctx, farther, []);
  };
  const farthest = await tryWithin(LONGEST_RADIUS);
  if (!farthest) return [];
  for (const radius of larger.filter((radius) => radius < LONGEST_RADIUS)) {
    const way = await tryWithin(radius);
    if (way) return [{ ...way, without: ["radius"] }];
  }
  return [{ ...farthest, without: ["radius"] }];
}

/** Drops one condition, or time and price together if neither is enough. */
async function widen(ctx: Context, asked: UnderstoodQuery): Promise<OtherSearch[]> {
  const soft = TIME_AND_PRICE.filter((condition) => hasCondition(asked.query, condition));
  const slots = SLOT_CONDITIONS.filter((condition) => hasCondition(asked.query, condition));
  const others = OTHERS.filter((condition) => hasCondition(asked.query, condition)).map(
    (condition) => [condition],
  );
  const ofSlots = [...soft, ...slots];
  const counted = ofSlots.length > 1 ? await countWithout(ctx, asked, { soft, ofSlots }) : null;
  if (counted) {
    const missing = MOST - counted.length;
    return missing > 0 ? [...counted, ...(await tryWithout(ctx, asked, others, missing))] : counted;
  }
  const isHopeless = ofSlots.length > 1 && (await tryOut(ctx, asked, ofSlots)) === null;
  const possible = [...(isHopeless ? [] : ofSlots.map((condition) => [condition])), ...others];
  const alone = await tryWithout(ctx, asked, possible, MOST);
  if (isHopeless) return alone;
  const isEnough = alone.some(({ without: [condition] }) => soft.some((one) => one === condition));
  const both = isEnough || soft.length < 2 ? [] : await tryWithout(ctx, asked, [soft], 1);
  return [...both, ...alone].slice(0, MOST);
}

async function countWithout(
  ctx: Context,
  asked: UnderstoodQuery,
  { soft, ofSlots }: { soft: readonly ConditionName[]; ofSlots: readonly ConditionName[] },
): Promise<OtherSearch[] | null> {
  const planWithout = (conditions: readonly ConditionName[]) => {
    const left = leaveOut(asked, conditions);
    return { query: left.query, plan: soonestFirst(ctx, left) };
  };
  const all = planWithout(ofSlots).plan;
  const drops = [
    ...(soft.length > 1 ? [soft] : []),
    ...ofSlots.map((condition) => [condition]),
  ].flatMap((without) => {
    const { query, plan } = planWithout(without);
    return plan ? [{ without, query, plan }] : [];
  });
  if (!all) return [];
  const plans = drops.map(({ plan }) => plan);
  const counts = await countMatches(ctx.reads, all, plans);
  if (!counts) return null;
  const ways = drops.flatMap(({ without, query }, at): OtherSearch[] => {
    const { count = 0, start = null } = counts[at] ?? {};
    const hasMore = count > OFFERED_COUNT_LIMIT;
    return start
      ? [{ query, without, start, count: Math.min(count, OFFERED_COUNT_LIMIT), hasMore }]
      : [];
  });
  const isSoft = ({ without }: OtherSearch) =>
    without.length === 1 && soft.some((one) => one === without[0]);
  return ways.filter(({ without }) => without.length === 1 || !ways.some(isSoft)).slice(0, MOST);
}

async function tryWithout(
  ctx: Context,
  asked: UnderstoodQuery,
  possible: readonly (readonly ConditionName[])[],
  most: number,
): Promise<OtherSearch[]> {
  const ways: OtherSearch[] = [];
  for (let at = 0; at < possible.length && ways.length < most; ) {
    const next = possible.slice(at, at + most - ways.length);
    at += next.length;
    const found = await Promise.all(next.map((conditions) => tryOut(ctx, asked, conditions)));
    ways.push(...found.filter((way) => way !== null));
  }
  return ways;
}

async function tryOut(
  ctx: Context,
  asked: UnderstoodQuery,
  without: readonly ConditionName[],
): Promise<OtherSearch | null> {
  const left = leaveOut(asked, without);
  const plan = soonestFirst(ctx, left);
  if (!plan) return null;
  const { keys, isAll } = await findNear(ctx.reads, plan, OFFERED_COUNT_LIMIT + 1);
  const [first] = keys;
  if (!first) return null;
  const count = Math.min(keys.length, OFFERED_COUNT_LIMIT);
  return { query: left.query, without, start: new Date(first.startsAt), count, hasMore: !isAll };
}

async function lookElsewhere(
  ctx: Context,
  asked: UnderstoodQuery,
  most: number,
): Promise<OtherSearch[]> {
  const { location, around } = wherever(asked.query);
  if ((location === "" && around === undefined) || asked.query.mode === "online") return [];
  const without = TIME_AND_PRICE.filter((condition) => hasCondition(asked.query, condition));
  const { area, middle } = asked.understood;
  const place = middle ?? (area && { name: null, middle: middleOfArea(area) });
  const nearest = place && (await findNearestCells(ctx.reads, place));
  const look = (drops: readonly ConditionName[]) =>
    inOtherCities(ctx, asked, { without: drops, nearest, most });
  const same = await look([]);
  return same.length > 0 || without.length === 0 ? same : look(without);
}

async function inOtherCities(
  ctx: Context,
  asked: UnderstoodQuery,
  {
    without,
    nearest,
    most,
  }: { without: readonly ConditionName[]; nearest: Around | null; most: number },
): Promise<OtherSearch[]> {
  const { query, understood } = leaveOut(asked, [...without, "place"]);
  const anywhere = soonestFirst(ctx, { query, understood });
  if (!anywhere) return [];
  // Around a place the nearest one is enough: a larger circle has shown what else is near.
  const enough = wherever(asked.query).around === undefined ? most : 1;
  const cities = (await nearestCities(ctx, asked, anywhere, nearest)).slice(0, enough);
  const ways = await Promise.all(
    cities.map(async ({ name: location, place, kilometres }) => {
      const there = { query: { ...query, location }, understood: { ...understood, place } };
      const way = await tryOut(ctx, there, without);
      return way && { ...way, kilometres };
    }),
  );
  return ways.filter((way) => way !== null);
}

/** The cities nearest to the place; for an unknown place, those with the soonest sessions. */
async function nearestCities(
  ctx: Context,
  asked: UnderstoodQuery,
  anywhere: SearchPlan,
  nearest: Around | null,
): Promise<City[]> {
  if (!nearest) return citiesOf(ctx, asked, anywhere);
  for (let from = 0; from < nearest.cells.length; from = from === 0 ? NEAREST_CELLS : Infinity) {
    const [cells, kilometres] = [nearest.cells, nearest.kilometres].map((all) =>
      from === 0 ? all.slice(0, NEAREST_CELLS) : all.slice(from),
    ) as [number[], number[]];
    const around = { ...nearest, cells, kilometres };
    const cities = await citiesOf(ctx, asked, { ...anywhere, around, order: "distance" });
    if (cities.length > 0) return cities;
  }
  return [];
}

interface City {
  name: string;
  place: Place;
  kilometres: number | null;
}

async function citiesOf(
  ctx: Context,
  { understood }: UnderstoodQuery,
  plan: SearchPlan,
): Promise<City[]> {
  const { keys } = await findNear(ctx.reads, plan, NEIGHBOURS);
  const found = await readCities(ctx.reads, keys);
  const names = found.map(({ city }) => city);
  if (names.length === 0) return [];
  const places = await understandCities(ctx.reads, names);
  const here = understood.place?.postcode === null ? (understood.place.cities ?? []) : [];
  return found.flatMap(({ city: name, cell }) => {
    const place = places.get(name);
    const kilometres = kilometresTo({ cell, point: null }, plan.around);
    const isHere = place?.cities?.some((city) => here.includes(city));
    return !place || isHere ? [] : [{ name, place, kilometres }];
  });
}

const soonestFirst = (ctx: Context, { query, understood }: UnderstoodQuery): SearchPlan | null =>
  planOf(understood, { ...query, sort: "date" }, ctx.now());
