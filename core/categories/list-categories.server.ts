import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { type CategoryLine, type CategoryView, categoryKey } from "./schema.ts";
import { readCategories, readCategory, readProposals } from "./store.server.ts";

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
