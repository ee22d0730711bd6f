import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Announcement } from "#core/announcements/schema.ts";
import type { WaitingView } from "#core/waiting-list/schema.ts";
import * as addresses from "#site/addresses.ts";
import { entryWords } from "../waiting-list/waiting-words.server.ts";

/** The way on is in sight there. */
const ON_THE_WAY: readonly string[] = [addresses.profile, addresses.becomeProfessional];

/** HTML in the root's data, so that no browser fetches a script for it. */
export function drawOwnLines(
  path: string,
  { isUnfinished, offers }: { isUnfinished: boolean; offers: readonly WaitingView[] },
): string {
  return renderToStaticMarkup(
    <>
      {offers.map((entry) => {
        const { id, title, offer, book } = entryWords(entry);
        return (
          <Line key={id} label="Gardée pour vous" tone="bg-clay-100 text-clay-700">
            <span className="wrap-anywhere figures">
              <b className="font-strong">{offer?.text}</b> : {title}
            </span>
            <LineLink href={book}>Réserver</LineLink>
          </Line>
        );
      })}
      {isUnfinished && !ON_THE_WAY.includes(path) && (
        <Line label="Profil à terminer" tone="bg-sage-100 text-sage-800">
          <b className="font-strong">Terminez votre profil professionnel</b>
          <LineLink href={addresses.becomeProfessional}>Terminer mon profil</LineLink>
        </Line>
      )}
    </>,
  );
}

function Line({ label, tone, children }: { label: string; tone: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={`${tone} print:hidden`}>
      <p className="page flex flex-wrap items-center gap-x-4 py-1 text-14">{children}</p>
    </aside>
  );
}

function LineLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center underline underline-offset-4">
      {children}
    </a>
  );
}

/** HTML in the root's data: an open page gets it with its next navigation (rule: announcement). */
export function drawAnnouncement(said: Announcement | null): string {
  if (!said) return "";
  const isInterruption = said.kind === "interruption";
  return renderToStaticMarkup(
    <aside
      aria-label="Annonce"
      className={`print:hidden ${isInterruption ? "bg-clay-100 text-clay-700" : "bg-sage-100 text-sage-800"}`}
    >
      <p className="page py-2.5 text-14 wrap-anywhere">
        {isInterruption && <b className="font-strong">Interruption : </b>}
        {said.text}
      </p>
    </aside>,
  );
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
