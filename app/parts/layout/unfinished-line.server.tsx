import { renderToStaticMarkup } from "react-dom/server";
import * as addresses from "#site/addresses.ts";

/** There the way on is in sight by itself. */
const ON_THE_WAY: readonly string[] = [addresses.profile, addresses.becomeProfessional];

/**
 * The line over the pages of somebody who came to offer sessions and has no professional profile
 * yet. The server draws it into the data of the root, so that no browser fetches a script for it.
 */
export function drawUnfinished(path: string): string {
  return ON_THE_WAY.includes(path) ? "" : renderToStaticMarkup(<Line />);
}

function Line() {
  return (
    <aside aria-label="Profil à terminer" className="bg-sage-100 text-sage-800 print:hidden">
      <p className="page flex flex-wrap items-center gap-x-4 text-14">
        <b className="font-strong">Terminez votre profil professionnel</b>
        <a
          href={addresses.becomeProfessional}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Terminer mon profil
        </a>
      </p>
    </aside>
  );
}
