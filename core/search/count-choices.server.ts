import type { Context } from "../context.server.ts";
import { findKeys, findNear } from "./listed/find-listed.server.ts";
import { planOf } from "./listed/rules.ts";
import { COUNT_LIMIT, wherever } from "./rules.ts";
import {
  CHOICES,
  type Choice,
  type ChoiceView,
  type SearchQuery,
  type SearchResult,
} from "./schema.ts";
import { findNearCells } from "./typing/find-near-cells.server.ts";
import { readQuery } from "./typing/read-query.server.ts";
import {
  isPlaceUnknown,
  type UnderstoodQuery,
  understandTyped,
} from "./typing/understand-query.server.ts";

const CHOICE_COUNT_LIMIT = 50;

type Group = keyof typeof CHOICES;

export async function countChoices(
  ctx: Context,
  asked: SearchQuery,
): Promise<{
  query: SearchQuery;
  groups: Record<Group, ChoiceView[]>;
  around: SearchResult["around"];
  unclear: SearchResult["unclear"];
  isPlaceUnknown: boolean;
  total: { count: number; hasMore: boolean };
}> {
  const { query } = readQuery(asked, ctx.now());
  const understood = await understandTyped(ctx, { ...query, kind: "session" });
  const read = { query, understood };
  const total = await countAll(ctx, read);
  const groups: Partial<Record<Group, ChoiceView[]>> = {};
  const isAround = wherever(query).around !== undefined && understood.area === null;
  // Group after group: all at once would take every connection of the pool.
  for (const name of Object.keys(CHOICES) as Group[]) {
    const isOffered = name !== "radius" || isAround;
    const choices: readonly Choice[] = isOffered ? CHOICES[name] : [];
    groups[name] = await Promise.all(choices.map((choice) => countChoice(ctx, read, choice)));
  }
  const around = understood.near?.around ?? null;
  const place = { around, unclear: understood.unclear, isPlaceUnknown: isPlaceUnknown(understood) };
  return { query, groups: groups as Record<Group, ChoiceView[]>, ...place, total };
}

async function countAll(
  ctx: Context,
  { query, understood }: UnderstoodQuery,
): Promise<{ count: number; hasMore: boolean }> {
  const plan = planOf(understood, { ...query, sort: "date" }, ctx.now());
  const keys = plan ? await findKeys(ctx.reads, plan, COUNT_LIMIT + 1) : [];
  return { count: Math.min(keys.length, COUNT_LIMIT), hasMore: keys.length > COUNT_LIMIT };
}

async function countChoice(
  ctx: Context,
  { query, understood }: UnderstoodQuery,
  choice: Choice,
): Promise<ChoiceView> {
  const names = Object.keys(choice) as (keyof Choice)[];
  const isOn = names.every((name) => query[name] === choice[name]);
  if (isOn) return { choice, isOn, found: null };
  const around = understood.near?.around;
  const near =
    choice.radius && around
      ? { around: await findNearCells(ctx.reads, around, choice.radius) }
      : understood.near;
  const chosen = { ...query, ...choice, sort: "date" as const };
  const plan = planOf({ ...understood, near }, chosen, ctx.now());
  if (!plan) return { choice, isOn, found: { count: 0, hasMore: false } };
  const { keys, isAll } = await findNear(ctx.reads, plan, CHOICE_COUNT_LIMIT + 1);
  const count = Math.min(keys.length, CHOICE_COUNT_LIMIT);
  return { choice, isOn, found: count === 0 && !isAll ? null : { count, hasMore: !isAll } };
}
