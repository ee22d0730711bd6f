import type { Context } from "../../context.server.ts";
import type { AcceptedType, ActivityTypeView, NamedCategory } from "../schema.ts";
import { readAcceptedTypes, readActivityTypes, readFilterCategories } from "./store.server.ts";

const byName = new Intl.Collator("fr");

function inOrder<Type extends { name: string }>(types: Type[]): Type[] {
  return types.sort((a, b) => byName.compare(a.name, b.name));
}

/**
 * Lists the activity types that the caller may choose for a session, in French alphabetical order:
 * those that everybody may use, and those that a professional has typed for their own sessions
 * (rule: categories).
 */
export async function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return inOrder(await readActivityTypes(ctx.reads, ctx.actor?.userId ?? null));
}

/**
 * Lists only those that everybody may use. Public pages need this, because no address may reveal a
 * professional's own type.
 */
export async function listAcceptedTypes(ctx: Context): Promise<AcceptedType[]> {
  return inOrder(await readAcceptedTypes(ctx.reads));
}

/** Lists the nine of the search filter, by the names that they have now (rule: categories). */
export function listFilterCategories(ctx: Context): Promise<NamedCategory[]> {
  return readFilterCategories(ctx.reads);
}
