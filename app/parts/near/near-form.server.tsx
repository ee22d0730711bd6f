import { LocateFixed } from "@lucide/icons";
import { renderToStaticMarkup } from "react-dom/server";
import { DEFAULT_SORT, NEARBY_RADIUS, RADII, wherever } from "#core/search/rules.ts";
import type { SearchQuery, SearchResult } from "#core/search/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { sessionsHref } from "../catalogue/search-address.ts";

/** Left out of the conditions that the form keeps. */
const ASKED = ["place", "location", "filter", "page"];

/** HTML that costs no script; `app/browser/ask-position.ts` works its button. */
export function drawNearForm(
  query: SearchQuery,
  { around, unclear, isPlaceUnknown }: Pick<SearchResult, "around" | "unclear" | "isPlaceUnknown">,
  asks: "place" | "place and radius" = "place and radius",
): string {
  const { around: named, location } = wherever(query);
  const place = named ?? (isPlaceUnknown ? location : "");
  const asksRadius = asks === "place and radius";
  const { filter, ...kept } = query;
  const others = Object.entries(kept).filter(
    ([name, value]) =>
      value &&
      value !== DEFAULT_SORT &&
      !ASKED.includes(name) &&
      !(asksRadius && name === "radius"),
  );
  const radii = [...new Set<number>([...RADII, query.radius ?? NEARBY_RADIUS])];
  const isPosition = place === query.near;
  const form = (
    <form action={addresses.sessions} aria-label="Autour d'un endroit" className={formClass}>
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      {filter === "last-minute" && <input type="hidden" name="filter" value={filter} />}
      <label className="min-w-0 flex-1 basis-48">
        <span className="block text-14 font-strong">Autour de</span>
        <input
          name="place"
          defaultValue={isPosition ? "" : (around?.name ?? place)}
          placeholder={isPosition ? "Votre position" : "Ville ou code postal"}
          autoComplete="address-level2"
          enterKeyHint="search"
          aria-invalid={isPlaceUnknown || undefined}
          aria-describedby="pres-de-vous"
          className={fieldClass}
        />
      </label>
      {asksRadius && (
        <label>
          <span className="block text-14 font-strong">Rayon</span>
          <select name="radius" defaultValue={query.radius ?? NEARBY_RADIUS} className={fieldClass}>
            {radii.map((radius) => (
              <option key={radius} value={radius}>
                {radius} km
              </option>
            ))}
          </select>
        </label>
      )}
      <Button type="submit" variant="sage">
        Chercher
      </Button>
      <Button
        type="button"
        variant="quiet"
        className="shrink-0 whitespace-nowrap noscript:hidden"
        data-around=""
      >
        <Icon of={LocateFixed} className="size-4" />
        Autour de moi
      </Button>
      <p id="pres-de-vous" role="status" className="basis-full text-14 text-ink-soft">
        {unclear
          ? `De quel endroit s'agit-il ? « ${place} » peut être :`
          : isPlaceUnknown
            ? "Nous ne connaissons pas cet endroit. Indiquez une commune ou un code postal."
            : "Autour de moi : votre navigateur vous demandera votre position. Arrondie au kilomètre, elle sert à cette recherche ; elle n'est ni gardée ni transmise."}
      </p>
      {unclear?.map((name) => (
        <a
          key={name}
          href={sessionsHref({ ...query, place: name, page: 1 })}
          className={chipClass()}
        >
          {name}
        </a>
      ))}
    </form>
  );
  // On a phone the form would fill the screen before the results.
  return renderToStaticMarkup(
    <details open={!around} className="mb-6">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sage-800 underline">
        {around ? "Changer d'endroit ou de rayon" : "Autour de quel endroit ?"}
      </summary>
      {asksRadius && !around && !isPlaceUnknown && (
        <p className="mt-2">
          Ces sessions ne sont pas filtrées par distance : dites une ville, ou votre position, pour
          ne voir que celles qui en sont proches.
        </p>
      )}
      {form}
    </details>,
  );
}

const formClass =
  "mt-2 flex flex-wrap items-end gap-x-3 gap-y-3 rounded-card bg-sage-100 px-5 py-4";
const fieldClass =
  "mt-1 block min-h-12 w-full rounded-control border border-sand-500 bg-surface px-3.5";
