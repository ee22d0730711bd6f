import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { RouterContextProvider } from "react-router";
import { listFound } from "#core/alerts/keep-alert.server.ts";
import { foundLabel } from "#core/alerts/labels.ts";
import { bookingTexts } from "#core/bookings/labels.ts";
import { showNextBooking } from "#core/bookings/lists/list-bookings.server.ts";
import { dayLabel } from "#core/catalogue/labels.ts";
import type { Context } from "#core/context.server.ts";
import { addDays, dayKey, formatShortDate, formatTime } from "#core/dates.ts";
import { listFavoritesToday } from "#core/favorites/manage-favorites.server.ts";
import { priceLabel } from "#core/money.ts";
import { distanceLabel } from "#core/search/labels.ts";
import { listNear } from "#core/search/list-bookable.server.ts";
import { NEARBY_RADIUS } from "#core/search/rules.ts";
import { listRunningOffers } from "#core/waiting-list/list-waiting.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { textLinkClass } from "../../ui/text-link.tsx";
import { alertRow } from "../alerts/alert-words.server.ts";
import { DateTile } from "../bookings/booking-parts.tsx";
import { sessionsHref } from "../catalogue/search-address.ts";
import { entryWords } from "../waiting-list/waiting-words.server.ts";

const NEAR = 3;
const ALERTS = 3;

type Booking = NonNullable<Awaited<ReturnType<typeof showNextBooking>>>;
type Found = Awaited<ReturnType<typeof listFound>>;

/** HTML without script, empty for a visitor; each part fails alone (rule: keep-the-page). */
export async function drawReturn(context: Readonly<RouterContextProvider>): Promise<string> {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return "";
  const [offers, booking, { found, place, near }, favorites] = await Promise.all([
    readPart(context, "running offers", () => listRunningOffers(ctx)),
    // Tells « there is none » from « it could not be read ».
    readPart(context, "next booking", async () => ({ value: await showNextBooking(ctx) })),
    readAlerts(context, ctx),
    readPart(context, "favourites of today", () => listFavoritesToday(ctx)),
  ]);
  const isEmpty =
    offers?.length === 0 &&
    booking?.value === null &&
    found?.length === 0 &&
    favorites?.length === 0;
  if (isEmpty) return "";
  const name = ctx.actor.firstName;
  return renderToStaticMarkup(
    <section aria-labelledby="pour-vous" className="page pt-4 pb-10">
      <h1 id="pour-vous" className="text-28 md:text-36">
        {name ? `Bonjour ${name}` : "Pour vous"}
      </h1>
      <div className="mt-5 grid items-start gap-4 md:grid-cols-2 lg:gap-6">
        {!offers && <Failed title="Gardée pour vous" what="vos listes d'attente" />}
        {offers && offers.length > 0 && (
          <Part title="Gardée pour vous" to={addresses.waitingLists} link="Mes listes d'attente">
            {offers.map(entryWords).map(({ id, book, title, when, offer }) => (
              <Row
                key={id}
                to={book}
                title={`${title}, ${when}`}
                facts={`${offer?.text}, ${offer?.price}`}
              />
            ))}
          </Part>
        )}
        {!booking && <Failed title="Votre prochaine séance" what="votre réservation" />}
        {booking?.value && <NextBooking booking={booking.value} now={ctx.now()} />}
        {!favorites && <Failed title="Vos favoris, aujourd'hui" what="vos favoris" />}
        {favorites && favorites.length > 0 && (
          <Part title="Vos favoris, aujourd'hui" to={addresses.favorites} link="Mes favoris">
            {favorites.map(({ sessionId, slotId, title, start, priceCents }) => (
              <Row
                key={sessionId}
                to={addresses.session(sessionId, slotId)}
                title={title}
                facts={`${formatTime(start)}, ${priceLabel(priceCents)}`}
              />
            ))}
          </Part>
        )}
        {place && !near && <Failed title="Près de chez vous" what="les places" />}
        {place && near && near.length > 0 && (
          <Part title={`Près de ${place.name}`} to={sessionsHref(place.asked)} link="Toutes">
            {near.map(({ card, distance }) => (
              <Row
                key={card.id}
                to={addresses.session(card.id, card.nextSlot?.id)}
                title={card.title}
                facts={[
                  card.nextSlot && hourOf(card.nextSlot.start, ctx.now()),
                  distanceLabel(distance),
                  priceLabel(card.price.nowCents),
                ]
                  .filter(Boolean)
                  .join(", ")}
              />
            ))}
          </Part>
        )}
        {!found && <Failed title="Vos alertes" what="vos alertes" />}
        {found && found.length > 0 && (
          <Part title="Vos alertes" to={addresses.alerts} link="Mes alertes">
            {found
              .slice(-ALERTS)
              .toReversed()
              .map((alert) => (
                <AlertLine key={alert.id} alert={alert} />
              ))}
          </Part>
        )}
      </div>
    </section>,
  );
}

async function readAlerts(context: Readonly<RouterContextProvider>, ctx: Context) {
  const found = await readPart(context, "alerts", () => listFound(ctx));
  const place = found && townOf(found);
  const near =
    place &&
    (await readPart(context, "places near", () => listNear(ctx, { ...place.asked, limit: NEAR })));
  return { found, place, near };
}

/** Positions are never kept. */
function townOf(alerts: Found) {
  const conditions = alerts.findLast((alert) => alert.conditions.place)?.conditions;
  if (!conditions?.place) return null;
  const { place, radius = NEARBY_RADIUS } = conditions;
  return { name: place, asked: { place, radius } };
}

/** By the calendar, with its date (rule: date-labels). */
const hourOf = (start: Date, now: Date) => {
  const isLater = dayKey(start) > addDays(dayKey(now), 1);
  const [date, time] = [formatShortDate(start), formatTime(start)];
  return isLater ? `${date}, ${time}` : `${dayLabel(start, now)} ${time}, ${date}`;
};

function NextBooking({ booking, now }: { booking: Booking; now: Date }) {
  const { title, professional, cityFirst } = bookingTexts(booking);
  const { start, presenceCode } = booking;
  return (
    <Part title="Votre prochaine séance" to={addresses.ownSessions} link="Mes sessions">
      <li className="flex gap-4 py-3">
        <DateTile start={start} />
        <div className="min-w-0">
          <p className="text-18 font-strong wrap-anywhere">{title}</p>
          <p className="font-label figures">{start && hourOf(start, now)}</p>
          <p className="text-ink-soft wrap-anywhere">
            {professional}, {cityFirst}
          </p>
          {presenceCode && (
            <p className="mt-1 figures">
              Votre code : <strong className="font-strong tracking-wide">{presenceCode}</strong>
            </p>
          )}
          {booking.onlineLink && (
            <a
              href={booking.onlineLink}
              target="_blank"
              rel="noopener noreferrer"
              className={lineLinkClass}
            >
              Rejoindre
            </a>
          )}
        </div>
      </li>
    </Part>
  );
}

function AlertLine({ alert }: { alert: Found[number] }) {
  const { title, where, found: list } = alertRow(alert);
  const words = alert.isPaused ? "en pause" : foundLabel(alert.found, alert.conditions);
  return <Row to={list} title={title} facts={`${where}, ${words}`} />;
}

function Row({ to, title, facts }: { to: string; title: string; facts: string }) {
  return (
    <li>
      <a href={to} className="block min-h-11 py-3 text-ink no-underline hover:underline">
        <span className="block font-strong wrap-anywhere">{title}</span>
        <span className="block text-14 text-ink-soft figures">{facts}</span>
      </a>
    </li>
  );
}

interface PartProps {
  title: string;
  to: string;
  link: string;
  children: ReactNode;
}

function Part({ title, to, link, children }: PartProps) {
  return (
    <div className={frameClass}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-22">{title}</h2>
        <a href={to} className={lineLinkClass}>
          {link}
        </a>
      </div>
      <ul className="divide-y divide-sand-300">{children}</ul>
    </div>
  );
}

function Failed({ title, what }: { title: string; what: string }) {
  return (
    <div className={frameClass}>
      <h2 className="text-22">{title}</h2>
      <p className="mt-2 text-ink-soft">
        Impossible de charger {what}.{" "}
        <a href={addresses.home} className={lineLinkClass}>
          Réessayer
        </a>
      </p>
    </div>
  );
}

const frameClass = "rounded-card bg-surface px-5 py-4 ring ring-hairline";
const lineLinkClass = `inline-flex min-h-11 items-center ${textLinkClass}`;
