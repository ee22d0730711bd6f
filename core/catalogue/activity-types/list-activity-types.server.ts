import type { Context } from "../../context.server.ts";
import type { ActivityTypeView } from "../schema.ts";
import { readActivityTypes } from "./store.server.ts";

const byName = new Intl.Collator("fr");

/**
 * Lists the activity types that the caller may choose for a session, in French alphabetical order:
 * those that everybody may use, and those that a professional has typed for their own sessions
 * (rule: categories). The nine categories of the search filter are `FILTER_CATEGORIES`.
 */
export function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return listTypes(ctx, ctx.actor?.userId ?? null);
}

/**
 * Lists only those that everybody may use. Public pages need this, because no address may reveal a
 * professional's own type.
 */
export function listAcceptedTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return listTypes(ctx, null);
}

async function listTypes(ctx: Context, userId: string | null): Promise<ActivityTypeView[]> {
  const types = await readActivityTypes(ctx.db, userId);
  return types.sort((a, b) => byName.compare(a.name, b.name));
}
