import type { Context } from "../../context.server.ts";
import { bookablePlaces, citiesNamed, readKey } from "./store.server.ts";
import { suggestPlaces } from "./suggest-places.server.ts";

/** The most words that a city has: « L'Isle-sur-la-Sorgue » has one, « Le Puy en Velay » four. */
const MOST_WORDS = 5;

/** The text of both fields. */
interface Typed {
  q: string;
  location: string;
}

/**
 * Guesses how a search without results was meant: the words « yoga lyon » mean yoga in Lyon, and
 * the place « lion » means Lyon. Results always match the typed words (rule: search-match), so the
 * guess is only suggested.
 *
 * @returns the city in the spelling of most of its next sessions; null if nothing can be booked in
 * the city that was meant.
 */
export async function suggestCorrection(
  ctx: Context,
  { q, location }: Typed,
): Promise<Typed | null> {
  if (location !== "") {
    const [place] = await suggestPlaces(ctx.reads, await readKey(ctx.reads, location), ctx.now());
    return place ? { q, location: place.label } : null;
  }
  const cuts = cutsOf(q);
  const keys = await citiesNamed(
    ctx.reads,
    cuts.map(({ name }) => name),
  );
  const cut = cuts.find(({ name }) => keys.has(name));
  const city = cut && keys.get(cut.name);
  if (!city) return null;
  const places = { cities: [city], postcodes: [] };
  const [place] = await bookablePlaces(ctx.reads, places, { name: city, now: ctx.now(), limit: 1 });
  return place ? { q: cut.rest, location: place.written } : null;
}

/**
 * Splits the text into a possible city, at its end or beginning, and the other words; longest city
 * first.
 */
function cutsOf(q: string): { name: string; rest: string }[] {
  const words = q.split(/\s+/).filter(Boolean);
  const lengths = words.slice(0, MOST_WORDS).map((_, index) => index + 1);
  return lengths.reverse().flatMap((length) => [
    {
      name: words.slice(-length).join(" "),
      rest: words
        .slice(0, -length)
        .join(" ")
        .replace(/(^| )[àa]$/i, ""),
    },
    { name: words.slice(0, length).join(" "), rest: words.slice(length).join(" ") },
  ]);
}
