import type { Reader } from "#platform/postgres.server.ts";
import { isForgiven, isStartButForOneSlip, wordStarts } from "../rules.ts";
import type { Suggestion } from "./schema.ts";
import { bookableTypes, isOffered, professionalsNamed, similarWords } from "./store.server.ts";

const MOST_ACTIVITIES = 4;
const MOST_PROFESSIONALS = 5;

/** Forgives a slip only if nothing matches (rule: search-match); `key` is as by `search_key`. */
export async function suggestPractices(db: Reader, key: string, now: Date): Promise<Suggestion[]> {
  const [types, professionals] = await Promise.all([
    bookableTypes(db, now),
    professionalsNamed(db, key, MOST_PROFESSIONALS),
  ]);
  const starting = types.filter((type) =>
    wordStarts(type.key).some((text) => text.startsWith(key)),
  );
  if (starting.length > 0 || professionals.length > 0) return suggested(starting, professionals);

  const meant = await forgiven(db, key, now);
  return suggested(
    types.filter((type) => wordStarts(type.key).some((text) => isStartButForOneSlip(key, text))),
    meant === null ? [] : await professionalsNamed(db, meant, MOST_PROFESSIONALS),
  );
}

function suggested(
  types: readonly { name: string }[],
  professionals: readonly { id: string; name: string; city: string | null }[],
): Suggestion[] {
  return [
    ...types
      .slice(0, MOST_ACTIVITIES)
      .map(({ name }) => ({ kind: "activity" as const, label: name, id: null, city: null })),
    ...professionals.map(({ id, name, city }) => ({
      kind: "professional" as const,
      label: name,
      id,
      city,
    })),
  ];
}

async function forgiven(db: Reader, key: string, now: Date): Promise<string | null> {
  const [longest = ""] = key.split(" ").sort((a, b) => b.length - a.length);
  if (!isForgiven(longest)) return null;
  for (const { word, term } of await similarWords(db, longest)) {
    const isMeant = isStartButForOneSlip(longest, word);
    if (isMeant && (await isOffered(db, term, { kind: "session", now }))) {
      return key.replace(longest, word);
    }
  }
  return null;
}
