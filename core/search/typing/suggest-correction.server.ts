import type { Context } from "../../context.server.ts";
import { bookablePlaces, citiesNamed, readKey } from "./store.server.ts";
import { suggestPlaces } from "./suggest-places.server.ts";

const MOST_WORDS = 5;

interface Typed {
  q: string;
  location: string;
}

/** Only suggests, since results always match the typed words (rule: search-match). */
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
