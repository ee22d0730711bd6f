import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { type Suggestion, suggestionQuery } from "./schema.ts";
import { readKey } from "./store.server.ts";
import { suggestPlaces } from "./suggest-places.server.ts";
import { suggestPractices } from "./suggest-practices.server.ts";

/** Suggests at most nine, the same for everybody. @throws AppError `invalid_input` */
export async function suggestSearches(ctx: Context, raw: unknown): Promise<Suggestion[]> {
  const { field, q } = parseInput(suggestionQuery, raw);
  const key = await readKey(ctx.reads, q);
  if (key === "") return [];
  return field === "where"
    ? suggestPlaces(ctx.reads, key, ctx.now())
    : suggestPractices(ctx.reads, key, ctx.now());
}
