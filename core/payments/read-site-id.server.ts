import type { Executor } from "#platform/postgres.server.ts";
import { siteId } from "./store.server.ts";

/**
 * This installation's name at the provider, in the metadata of its checkouts, because another one
 * may use the same account. The first checkout creates it.
 */
export function readSiteId(db: Executor): Promise<string> {
  return siteId(db);
}
