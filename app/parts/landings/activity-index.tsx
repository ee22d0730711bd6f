import { Link } from "react-router";
import { inCityLabel } from "#core/landings/labels.ts";
import type { LandingEntry } from "#core/landings/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { PartFailed } from "../layout/part-failed.tsx";

export function ActivityIndex({
  entries,
}: {
  entries: (LandingEntry & { summary: string; picture: string })[] | null;
}) {
  return (
    <div className="page">
      <Breadcrumb steps={[{ label: "Accueil", to: addresses.home }, { label: "Bien-être" }]} />
      <h1 className="md:text-48">Les pratiques de bien-être</h1>
      <p className="mt-4 max-w-[60ch] text-18 text-ink-soft">
        Du tapis au fauteuil, du souffle à la parole : ce que chaque pratique apporte, comment se
        passe une séance, et où il reste une place.
      </p>
      {!entries && <PartFailed text="Impossible de récupérer les sessions" className="mt-9" />}
      <ul className="mt-9 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {entries?.map(({ name, path, summary, picture, cities }) => (
          <Panel key={path} as="li" className="flex flex-col">
            <div className="flex items-center gap-4">
              <div className="w-20 shrink-0">
                <Picture
                  name={picture}
                  sizes="80px"
                  className="aspect-square rounded-t-full rounded-b-card object-cover"
                />
              </div>
              <h2 className="text-22">
                <Link
                  to={path}
                  className="inline-flex min-h-11 items-center wrap-anywhere no-underline hover:underline"
                >
                  {name}
                </Link>
              </h2>
            </div>
            <p className="mt-4 text-ink-soft">{summary}</p>
            <ul className="mt-auto flex flex-wrap gap-x-5 pt-3">
              {cities.map((city) => (
                <li key={city.path}>
                  <Link
                    to={city.path}
                    className={`inline-flex min-h-11 items-center ${textLinkClass}`}
                  >
                    <span className="sr-only">{name} </span>
                    {inCityLabel(city.name)}
                  </Link>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </ul>
    </div>
  );
}
