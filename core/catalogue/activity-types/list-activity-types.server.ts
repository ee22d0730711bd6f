import type { Context } from "../../context.server.ts";
import type { AcceptedType, ActivityTypeView, NamedCategory } from "../schema.ts";
import { readAcceptedTypes, readActivityTypes, readFilterCategories } from "./store.server.ts";

const byName = new Intl.Collator("fr");

function inOrder<Type extends { name: string }>(types: Type[]): Type[] {
  return types.sort((a, b) => byName.compare(a.name, b.name));
}

/** Those that everybody may use, and the caller's own (rule: categories), in French order. */
export async function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return inOrder(await readActivityTypes(ctx.reads, ctx.actor?.userId ?? null));
}

/** Public pages need this, because no address may reveal a professional's own type. */
export async function listAcceptedTypes(ctx: Context): Promise<AcceptedType[]> {
  return inOrder(await readAcceptedTypes(ctx.reads));
}

/** The nine of the search filter (rule: categories). */
export function listFilterCategories(ctx: Context): Promise<NamedCategory[]> {
  return readFilterCategories(ctx.reads);
}
