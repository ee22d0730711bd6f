import { renderToStaticMarkup } from "react-dom/server";
import type { Announcement } from "#core/announcements/schema.ts";

/**
 * Draws the line over every page (rule: announcement) on the server, into the data of the root: a page
 * that stays open gets it with the next one that it goes to, and no browser fetches a script for it.
 */
export function drawAnnouncement(said: Announcement | null): string {
  return said ? renderToStaticMarkup(<Line said={said} />) : "";
}

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
