import type { Context } from "../context.server.ts";
import type { ActivityTypeView } from "./schema.ts";
import { readActivityTypes } from "./store.server.ts";

const byName = new Intl.Collator("fr");

/**
 * The activity types of sessions that the caller may choose among, by name as French sorts it (S2§7):
 * those of everybody, and those that a professional has typed for their own sessions.
 */
export function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return listTypes(ctx, ctx.actor?.userId ?? null);
}

/** Those of everybody alone, for what is published: its addresses are nobody's own. */
export function listAcceptedTypes(ctx: Context): Promise<ActivityTypeView[]> {
  return listTypes(ctx, null);
}

async function listTypes(ctx: Context, userId: string | null): Promise<ActivityTypeView[]> {
  const types = await readActivityTypes(ctx.db, userId);
  return types.sort((a, b) => byName.compare(a.name, b.name));
}
