import type { Context } from "../../context.server.ts";
import type { ActivityTypeView } from "../schema.ts";
import { readActivityTypes } from "./store.server.ts";

const byName = new Intl.Collator("fr");

/**
 * The activity types that the caller may choose for a session, by name in French order:
 * everybody's, and those that a professional has typed for their own sessions (rule: categories).
 * The nine of the filter are `FILTER_CATEGORIES` of the search.
 */
export function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return listTypes(ctx, ctx.actor?.userId ?? null);
}

/** Everybody's alone, for public pages: no address shows a professional's own. */
export function listAcceptedTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return listTypes(ctx, null);
}

async function listTypes(ctx: Context, userId: string | null): Promise<ActivityTypeView[]> {
  const types = await readActivityTypes(ctx.db, userId);
  return types.sort((a, b) => byName.compare(a.name, b.name));
}
