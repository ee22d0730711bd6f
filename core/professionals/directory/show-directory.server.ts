import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { DIRECTORY_FIRST, DIRECTORY_LIMIT } from "../rules.ts";
import { type DirectoryEntry, directoryQuery } from "../schema.ts";
import { countListed, listDirectory } from "./store.server.ts";

export interface DirectoryView {
  /** The first {@link DIRECTORY_FIRST} that match, or all of them when that was asked. */
  professionals: DirectoryEntry[];
  /** The number of matches, {@link DIRECTORY_LIMIT} at most. */
  count: number;
  /** Whether `professionals` holds the whole directory: the screen then searches by itself. */
  isWhole: boolean;
  /** Whether the directory is small enough for that (rule: directory-search). */
  fits: boolean;
}

/** The practitioners, highest rating first, with `tous` all of them, {@link DIRECTORY_LIMIT} at most. */
export async function showDirectory(ctx: Context, raw: unknown): Promise<DirectoryView> {
  const { q, tous } = parseInput(directoryQuery, raw);
  const limit = tous ? DIRECTORY_LIMIT : DIRECTORY_FIRST;
  const [professionals, found, total] = await Promise.all([
    listDirectory(ctx.reads, { q, limit, now: ctx.now() }),
    countListed(ctx.reads, q, DIRECTORY_LIMIT),
    countListed(ctx.reads, "", DIRECTORY_LIMIT + 1),
  ]);
  const fits = total <= DIRECTORY_LIMIT;
  const isWhole = fits && q === "" && professionals.length === found;
  return { professionals, count: found, isWhole, fits };
}
