import type { Context } from "../context.server.ts";
import type { ActivityTypeView } from "./schema.ts";
import { readActivityTypes } from "./store.server.ts";

const byName = new Intl.Collator("fr");

/** The activity types of sessions, by name as French sorts it (S2§7). */
export async function listActivityTypes(ctx: Context): Promise<ActivityTypeView[]> {
  const types = await readActivityTypes(ctx.db);
  return types.sort((a, b) => byName.compare(a.name, b.name));
}
