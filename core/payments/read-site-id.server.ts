import type { Executor } from "#platform/postgres.server.ts";
import { siteId } from "./store.server.ts";

/**
 * The name of this installation at the provider, in the metadata of its checkouts: another one may
 * use the same account. The first checkout of all makes it.
 */
export function readSiteId(db: Executor): Promise<string> {
  return siteId(db);
}
