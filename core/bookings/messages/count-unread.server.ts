import type { Context } from "../../context.server.ts";
import { countUnread as count } from "./store.server.ts";

/** How many messages the caller has not opened yet; none for a visitor, without a query. */
export async function countUnread({ actor, db }: Context): Promise<number> {
  return actor ? count(db, actor) : 0;
}
