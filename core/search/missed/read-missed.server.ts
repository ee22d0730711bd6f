import { findTown } from "../../places/find-town.server.ts";
import { searchKey } from "../../texts/search-key.ts";
import { isOnlinePlace } from "../rules.ts";
import type { SearchResult } from "../schema.ts";
import { type Missed, missedBy } from "./rules.ts";

/**
 * Reads what a search looked for in vain, with its place by the name that our list of communes gives it
 * (rule: missed-searches): whatever else was typed for the place is left behind.
 */
export function readMissed(result: SearchResult): Missed | null {
  return missedBy(result, townOf);
}

function townOf(typed: string): string | null {
  if (isOnlinePlace(searchKey(typed))) return "";
  const name = findTown(typed)?.name;
  // A postcode with several communes comes back as it was typed, with whatever stands beside it.
  return name && !(name === typed && /\d{5}/.test(typed)) ? name : null;
}
