import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { DIRECTORY_FIRST, DIRECTORY_LIMIT } from "./rules.ts";
import { type DirectoryEntry, directoryQuery } from "./schema.ts";
import { countListed, listDirectory } from "./store.server.ts";

export interface DirectoryView {
  /** The first {@link DIRECTORY_FIRST} that the words find, or all of them when that was asked. */
  professionals: DirectoryEntry[];
  /** How many the words find, {@link DIRECTORY_LIMIT} at most. */
  count: number;
  /** Whether everybody there is stands in `professionals`: the screen then searches by itself. */
  isWhole: boolean;
  /** Whether everybody is few enough for that. */
  fits: boolean;
}

/** The practitioners, highest rating first, with `tous` all of them, {@link DIRECTORY_LIMIT} at most. */
export async function showDirectory(ctx: Context, raw: unknown): Promise<DirectoryView> {
  const { q, tous } = parseInput(directoryQuery, raw);
  const limit = tous ? DIRECTORY_LIMIT : DIRECTORY_FIRST;
  const [professionals, found, total] = await Promise.all([
    listDirectory(ctx.db, { q, limit, now: ctx.now() }),
    countListed(ctx.db, q, DIRECTORY_LIMIT),
    countListed(ctx.db, "", DIRECTORY_LIMIT + 1),
  ]);
  const fits = total <= DIRECTORY_LIMIT;
  const isWhole = fits && q === "" && professionals.length === found;
  return { professionals, count: found, isWhole, fits };
}
