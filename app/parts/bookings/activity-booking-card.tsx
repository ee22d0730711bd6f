import { MapPin, StickyNote, UserRound, Users, Video } from "@lucide/icons";
import { bookingBadge, bookingTexts, refundNote, shownPrice } from "#core/bookings/labels.ts";
import { resaleNote } from "#core/bookings/resale/labels.ts";
import { canCancel, editionPath } from "#core/bookings/rules.ts";
import type { ActivityBookingView } from "#core/bookings/schema.ts";
import { standingLabel } from "#core/bookings/seats/labels.ts";
import { priceLabel } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { BookingLine, DateTile, StateBadge } from "./booking-parts.tsx";
import { bookingConsequence, ProfessionalCancellation } from "./professional-cancellation.tsx";

export function ActivityBookingCard({ booking, now }: { booking: ActivityBookingView; now: Date }) {
  const texts = bookingTexts(booking);
  const note = refundNote(booking);
  const forSale = resaleNote(booking.resale, booking.resaleAt);
  const { offeringId, clientName, clientEmail } = booking;
  return (
    <Panel
      as="li"
      className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-4 sm:grid-cols-[auto_1fr_auto]"
    >
      <DateTile start={booking.start} muted={booking.status === "cancelled"} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-22 wrap-anywhere">{texts.title}</h2>
          <StateBadge {...bookingBadge(booking)} />
        </div>
        <p className="mt-1.5 flex flex-wrap gap-x-2 font-label figures">
          <span className="block first-letter:uppercase">{texts.date}</span>
          <span className="whitespace-nowrap">{texts.time}</span>
        </p>
        <ul className="mt-2 grid gap-1 text-ink-soft figures">
          <BookingLine icon={<Icon of={UserRound} />}>
            {clientName}
            {clientName !== clientEmail && ` · ${clientEmail}`}
            {booking.seats + booking.seatsCancelled > 1 && ` · ${standingLabel(booking)}`}
            {booking.companions && `, avec ${booking.companions}`}
          </BookingLine>
          <BookingLine icon={<Icon of={Users} />}>
            {booking.availableSpots} / {booking.capacity} places disponibles
          </BookingLine>
          <BookingLine icon={booking.isOnline ? <Icon of={Video} /> : <Icon of={MapPin} />}>
            {texts.cityFirst}
          </BookingLine>
          {booking.bookingNotes && (
            <BookingLine icon={<Icon of={StickyNote} />}>{booking.bookingNotes}</BookingLine>
          )}
        </ul>
        {forSale && <p className="mt-4 text-14 figures">{forSale}</p>}
        <CallOffBooking booking={booking} now={now} />
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-3 sm:col-start-3 sm:flex-col sm:items-stretch">
        <div className="max-sm:w-full sm:text-right">
          <p className="font-display text-22 font-price lining-nums">
            {priceLabel(shownPrice(booking))}
          </p>
          {note && <p className="text-14 text-ink-soft figures">{note}</p>}
        </div>
        {booking.status === "confirmed" && (
          <ButtonLink to={addresses.bookingMessages(booking.id)}>
            Écrire<span className="sr-only"> à {clientName}</span>
          </ButtonLink>
        )}
        {offeringId && (
          <>
            <ButtonLink to={addresses.activity(offeringId)}>Voir l'activité</ButtonLink>
            <ButtonLink to={editionPath("activity", offeringId)}>Modifier</ButtonLink>
          </>
        )}
      </div>
    </Panel>
  );
}

/** Everything is given back, at any time (rule: cancellation). */
function CallOffBooking({ booking, now }: { booking: ActivityBookingView; now: Date }) {
  const { id, start, offeringId } = booking;
  if (!start || !offeringId) return null;
  if (!canCancel({ ...booking, start }, "professional", now).allowed) return null;
  return (
    <ProfessionalCancellation
      edition={editionPath("activity", offeringId)}
      bookingId={id}
      label="Annuler cette réservation"
      consequence={bookingConsequence(booking)}
    />
  );
}
