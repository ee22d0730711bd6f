import type { Context } from "../../context.server.ts";
import { MOST_UNREAD } from "./rules.ts";
import { countUnread as count } from "./store.server.ts";

/** Counts up to one more than is said; none for a visitor, without a query. */
export async function countUnread({ actor, readers }: Context): Promise<number> {
  return actor ? count(readers.fresh, actor, MOST_UNREAD + 1) : 0;
}
