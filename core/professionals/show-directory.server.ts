import type { ProfessionalView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { DIRECTORY_LIMIT } from "./rules.ts";
import { directoryQuery } from "./schema.ts";
import { listProfessionalViews, searchProfessionalViews } from "./store.server.ts";

export interface DirectoryView {
  professionals: ProfessionalView[];
  /**
   * These are all there are, whatever `q`: the screen searches among them itself, with
   * `matchesProfessional`. Otherwise these are those that `q` finds.
   */
  isWhole: boolean;
}

/** The practitioners, highest rating first (S1§2), {@link DIRECTORY_LIMIT} at most (R3). */
export async function showDirectory(ctx: Context, raw: unknown): Promise<DirectoryView> {
  const { q } = parseInput(directoryQuery, raw);
  const most = DIRECTORY_LIMIT + 1;
  const all = await listProfessionalViews(ctx.db, { after: null, limit: most });
  if (all.length <= DIRECTORY_LIMIT) return { professionals: all, isWhole: true };
  const found = q === "" ? all : await searchProfessionalViews(ctx.db, q, most);
  return { professionals: found.slice(0, DIRECTORY_LIMIT), isWhole: false };
}
