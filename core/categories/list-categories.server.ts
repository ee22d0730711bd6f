import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { type CategoryLine, type CategoryView, categoryKey } from "./schema.ts";
import { readCategories, readCategory, readOutdated, readProposals } from "./store.server.ts";

const byName = new Intl.Collator("fr");

/** @throws AppError `not_found`. */
export async function listCategories(ctx: Context): Promise<CategoryLine[]> {
  requireOperator(ctx);
  const found = await readCategories(ctx.db);
  return found.sort((one, other) => byName.compare(one.name, other.name));
}

/** @throws AppError `not_found`. */
export async function listProposals(ctx: Context): Promise<CategoryLine[]> {
  requireOperator(ctx);
  return readProposals(ctx.db);
}

/** @throws AppError `not_found`, `invalid_input`. */
export async function showCategory(ctx: Context, input: unknown): Promise<CategoryView> {
  requireOperator(ctx);
  const { typeId } = parseInput(categoryKey, input);
  const found = await readCategory(ctx.db, typeId);
  if (!found) throw new AppError("not_found", { message: "Cette catégorie n'existe pas." });
  return found;
}

/** Offerings per job, which must end within half a minute. */
const TURN = 100;

/** Uses short transactions, so nobody waits (rule: category-care); safe to repeat. */
export async function refreshCategory(ctx: Context, { typeId }: { typeId: string }): Promise<void> {
  const ids = await readOutdated(ctx.db, typeId, TURN);
  for (const id of ids) {
    await ctx.db.transaction((tx) => refreshListings(tx, [id], ctx.now()));
  }
  if (ids.length === TURN) await ctx.jobs.send(ctx.db, "refresh-category", { typeId });
}
