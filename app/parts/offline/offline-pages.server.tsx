import { WifiOff } from "@lucide/icons";
import { bookingTexts } from "#core/bookings/labels.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { DateTile } from "../bookings/booking-parts.tsx";
import { PresenceQr } from "../bookings/presence/client-presence.tsx";
import { drawStaticPage } from "../layout/static-page.server.tsx";

/** Each is left out once over (public/sw.js). @param codes SVGs by booking id, of numbers alone. */
export function drawKeptSessions(
  bookings: readonly BookingView[],
  codes: ReadonlyMap<string, string>,
  now: Date,
): string {
  return drawStaticPage(
    { address: addresses.ownSessions, title: "Mes Sessions, hors connexion" },
    <div className="page pt-6 pb-8 md:pt-10">
      <h1>Mes Sessions</h1>
      <Notice tone="info" className="mt-4">
        Hors connexion. Voici ce que cet appareil a gardé le {formatLongDay(now)} à{" "}
        {formatTime(now)} : un changement depuis n'y est pas.
      </Notice>
      <div className="mt-6 grid gap-4">
        {bookings.map((booking) => (
          <KeptSession key={booking.id} booking={booking} qr={codes.get(booking.id)} />
        ))}
      </div>
    </div>,
  );
}

function KeptSession({ booking, qr }: { booking: BookingView; qr: string | undefined }) {
  const texts = bookingTexts(booking);
  const { start, end, presenceCode, offeringId, kind } = booking;
  return (
    <article data-fin={end?.getTime()}>
      <Panel className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-4 sm:grid-cols-[auto_1fr_auto]">
        <DateTile start={start} />
        <div className="min-w-0">
          <h2 className="text-22 wrap-anywhere">
            {offeringId ? (
              <a href={addresses.offering(kind, offeringId)}>{texts.title}</a>
            ) : (
              texts.title
            )}
          </h2>
          <p className="mt-1.5 flex flex-wrap gap-x-2 font-label figures">
            <span className="block first-letter:uppercase">{texts.date}</span>
            <span className="whitespace-nowrap">{texts.time}</span>
          </p>
          <p className="mt-2 text-ink-soft wrap-anywhere">{texts.professional}</p>
          <p className="mt-1 text-ink-soft wrap-anywhere">{texts.place}</p>
          {booking.professionalPhone && (
            <p className="mt-1">
              <a href={`tel:${booking.professionalPhone.replaceAll(" ", "")}`}>
                {booking.professionalPhone}
              </a>
            </p>
          )}
          {booking.seats > 1 && <p className="mt-1 text-ink-soft">{seatsLabel(booking.seats)}</p>}
          {presenceCode && (
            <p className="mt-4">
              Votre code de présence
              <strong className="block font-display text-28 font-price tracking-widest lining-nums">
                {presenceCode}
              </strong>
            </p>
          )}
        </div>
        {qr && (
          <PresenceQr
            code={presenceCode}
            qr={qr}
            className="col-start-2 -ml-4 sm:col-start-3 sm:row-start-1 sm:-my-2"
          />
        )}
      </Panel>
    </article>
  );
}

/** The service worker takes `data-copie` out where the device keeps no bookings (public/sw.js). */
export function drawOfflinePage(): string {
  return drawStaticPage(
    { address: addresses.offline, title: "Hors connexion" },
    <div className="page grid justify-items-center py-16 text-center">
      <div className="max-w-form">
        <span className="inline-grid size-16 place-items-center rounded-full bg-sage-100 text-sage-800">
          <Icon of={WifiOff} className="size-7" />
        </span>
        <h1 className="mt-5 text-28">Vous êtes hors connexion</h1>
        <p className="mt-3 text-ink-soft">
          Le réseau ne répond pas. Les places et les prix changent d'une minute à l'autre : nous ne
          montrons rien qui pourrait ne plus être vrai.
        </p>
        <p data-copie="" className="mt-6">
          <a href={addresses.ownSessions} className={buttonClass({ variant: "sage" })}>
            Mes sessions, gardées sur cet appareil
          </a>
        </p>
        {/* Without a script: the same address again. */}
        <form className="mt-4">
          <button type="submit" className={buttonClass({})}>
            Réessayer
          </button>
        </form>
      </div>
    </div>,
  );
}
