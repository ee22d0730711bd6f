import type { ProfessionalView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { parseInput } from "../parse.ts";
import { DIRECTORY_LIMIT, matchesProfessional } from "./rules.ts";
import { directoryQuery } from "./schema.ts";
import { listProfessionalViews, searchProfessionalViews } from "./store.server.ts";

export interface DirectoryView {
  professionals: ProfessionalView[];
  /** Whether this is everybody that `q` leaves, so that the browser may go on searching by itself. */
  isWhole: boolean;
}

/**
 * The practitioners, highest rating first (S1§2). Up to {@link DIRECTORY_LIMIT} all of them are
 * given and searched with the rule that the browser uses too; above, the database searches (R3).
 */
export async function showDirectory(ctx: Context, raw: unknown): Promise<DirectoryView> {
  const { q } = parseInput(directoryQuery, raw);
  const all = await listProfessionalViews(ctx.db, { after: null, limit: DIRECTORY_LIMIT + 1 });
  if (all.length <= DIRECTORY_LIMIT) {
    return {
      professionals: all.filter((professional) => matchesProfessional(professional, q)),
      isWhole: true,
    };
  }
  const professionals =
    q === "" ? all : await searchProfessionalViews(ctx.db, q, DIRECTORY_LIMIT + 1);
  return { professionals: professionals.slice(0, DIRECTORY_LIMIT), isWhole: false };
}
