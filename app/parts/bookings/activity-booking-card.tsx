import { MapPin, StickyNote, UserRound, Users, Video } from "lucide-react";
import { useFetcher } from "react-router";
import { bookingBadge, bookingTexts } from "#core/bookings/labels.ts";
import { canCancel } from "#core/bookings/rules.ts";
import type { ActivityBookingView } from "#core/bookings/schema.ts";
import { priceLabel } from "#core/money.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FormToast } from "../../ui/form-toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { ToastMessage } from "../../ui/toast.ts";
import { BookingLine } from "./booking-card.tsx";
import { DateTile } from "./date-tile.tsx";
import { StateBadge } from "./state-badge.tsx";

/** One booking of a professional's activity (S2§2), with who comes. */
export function ActivityBookingCard({ booking, now }: { booking: ActivityBookingView; now: Date }) {
  const texts = bookingTexts(booking);
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
          <BookingLine icon={<UserRound />}>
            {clientName}
            {clientName !== clientEmail && ` · ${clientEmail}`}
          </BookingLine>
          <BookingLine icon={<Users />}>
            {booking.availableSpots} / {booking.capacity} places disponibles
          </BookingLine>
          <BookingLine icon={booking.isOnline ? <Video /> : <MapPin />}>{texts.place}</BookingLine>
          {booking.bookingNotes && (
            <BookingLine icon={<StickyNote />}>{booking.bookingNotes}</BookingLine>
          )}
        </ul>
        <CallOff booking={booking} now={now} />
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-3 sm:col-start-3 sm:flex-col sm:items-end">
        <p className="font-display text-22 font-price lining-nums max-sm:w-full">
          {priceLabel(booking.pricePaidCents)}
        </p>
        {offeringId && (
          <>
            <ButtonLink to={`/activites/${offeringId}`} variant="outline">
              Voir l'activité
            </ButtonLink>
            <ButtonLink to={`/editer-activite/${offeringId}`} variant="quiet">
              Modifier
            </ButtonLink>
          </>
        )}
      </div>
    </Panel>
  );
}

/** A professional cancels at any time, and the client gets everything back (R34). */
function CallOff({ booking, now }: { booking: ActivityBookingView; now: Date }) {
  const fetcher = useFetcher<{ toast: ToastMessage }>({ key: `call-off-${booking.id}` });
  const { start } = booking;
  if (!start || !canCancel({ ...booking, start }, "professional", now).allowed) return null;
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-11 items-center font-label text-ink-soft underline underline-offset-4 hover:text-ink">
        Annuler cette réservation
      </summary>
      <FormToast toast={fetcher.data?.toast} />
      <fetcher.Form method="post" className="mt-1 grid justify-items-start gap-3">
        <p className="text-14 text-ink-soft">
          {booking.pricePaidCents > 0
            ? "Le client est remboursé intégralement et prévenu par e-mail."
            : "Le client est prévenu par e-mail."}
        </p>
        <input type="hidden" name="bookingId" value={booking.id} />
        <Button type="submit" variant="danger" busy={fetcher.state !== "idle"}>
          Confirmer l'annulation
        </Button>
      </fetcher.Form>
    </details>
  );
}
