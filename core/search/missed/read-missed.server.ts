import { resolvePlace } from "../../places/resolve-place.server.ts";
import { searchKey } from "../../texts/search-key.ts";
import { isOnlinePlace } from "../rules.ts";
import type { SearchResult } from "../schema.ts";
import { type Missed, missedBy } from "./rules.ts";

/** Reads a failed search, its place only by our own name for it (rule: missed-searches). */
export function readMissed(result: SearchResult): Missed | null {
  return missedBy(result, townOf);
}

function townOf(typed: string): string | null {
  if (isOnlinePlace(searchKey(typed))) return "";
  const meant = resolvePlace(typed);
  // A postcode that several communes share is none of their names.
  if (meant.kind === "point" && meant.city === null && meant.postcode !== null) return null;
  return meant.kind === "point" || meant.kind === "area" ? meant.name : null;
}
