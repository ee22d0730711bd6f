import { renderToStaticMarkup } from "react-dom/server";
import type { Announcement } from "#core/announcements/schema.ts";

/** HTML in the root's data: an open page gets it with its next navigation (rule: announcement). */
export function drawAnnouncement(said: Announcement | null): string {
  return said ? renderToStaticMarkup(<Line said={said} />) : "";
}

/** For a browser in another time zone, which has marked itself (rule: date-labels). */
export const PARIS_LINE = renderToStaticMarkup(
  <aside
    aria-label="Fuseau horaire"
    className="hidden bg-sand-100 text-center text-14 elsewhere:block print:hidden"
  >
    <p className="page py-2">Toutes les heures du site sont à l'heure de Paris.</p>
  </aside>,
);

function Line({ said }: { said: Announcement }) {
  const isInterruption = said.kind === "interruption";
  return (
    <aside
      aria-label="Annonce"
      className={`print:hidden ${isInterruption ? "bg-clay-100 text-clay-700" : "bg-sage-100 text-sage-800"}`}
    >
      <p className="page py-2.5 text-14 wrap-anywhere">
        {isInterruption && <b className="font-strong">Interruption : </b>}
        {said.text}
      </p>
    </aside>
  );
}
