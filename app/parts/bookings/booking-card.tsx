import { ChevronDown, MapPin, Phone, StickyNote, UserRound, Users, Video } from "@lucide/icons";
import { Link, useFetcher } from "react-router";
import {
  bookingBadge,
  bookingTexts,
  moneyNotice,
  refundNote,
  shownPrice,
} from "#core/bookings/labels.ts";
import { canMove } from "#core/bookings/move/rules.ts";
import { isFrozen, isUpcoming } from "#core/bookings/rules.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { standingLabel } from "#core/bookings/seats/labels.ts";
import { MAX_COMPANIONS_LENGTH } from "#core/bookings/seats/rules.ts";
import { formatLongDay } from "#core/dates.ts";
import type { FieldErrors } from "#core/errors.ts";
import { priceLabel } from "#core/money.ts";
import { whyNotReviewed } from "#core/reviews/rules.ts";
import { hasReceipt } from "#core/taxes/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { ProposedHour } from "../proposals/proposed-hour.tsx";
import { BookingLine, CalendarLink, DateTile, MapLink, StateBadge } from "./booking-parts.tsx";
import { CancelBooking } from "./cancel-booking.tsx";
import { Absence, PresenceCode } from "./presence/client-presence.tsx";
import { hasResale, ResaleBox } from "./resale/resale-box.tsx";

interface BookingCardProps {
  booking: BookingView;
  isReviewed?: boolean | null;
  qr?: string | undefined;
  now: Date;
}

export function BookingCard({ booking, qr, isReviewed = false, now }: BookingCardProps) {
  const texts = bookingTexts(booking);
  const isOver = booking.status === "cancelled";
  const note = refundNote(booking);
  const notice = moneyNotice(booking);
  const { start, status } = booking;
  const isConfirmed = status === "confirmed";
  const isComing = isConfirmed && start !== null && isUpcoming(start, now);
  // Whoever is late still looks for the place.
  const isAwaited = isConfirmed && booking.end !== null && booking.end > now;
  const isOpen =
    booking.end !== null && whyNotReviewed({ ...booking, end: booking.end }, now) === null;
  const mayReview = isReviewed !== null && (isReviewed || isOpen);
  const isMovable = isComing && canMove({ ...booking, start }, now);
  const headingId = `reservation-${booking.id}`;
  const cancel = (
    <CancelBooking booking={booking} title={texts.title} headingId={headingId} now={now} />
  );
  return (
    <Panel
      as="li"
      className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-4 sm:grid-cols-[auto_1fr_auto]"
    >
      <DateTile start={booking.start} muted={isOver} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id={headingId} tabIndex={-1} className="text-22 wrap-anywhere outline-none">
            {booking.offeringId ? (
              <Link
                to={addresses.offering(booking.kind, booking.offeringId)}
                className="text-ink no-underline hover:underline"
              >
                {texts.title}
              </Link>
            ) : (
              texts.title
            )}
          </h2>
          <StateBadge {...bookingBadge(booking)} />
          {booking.kind === "activity" && <Badge>Activité</Badge>}
        </div>
        <p className="mt-1.5 flex flex-wrap gap-x-2 font-label figures">
          <span className="block first-letter:uppercase">{texts.date}</span>
          <span className="whitespace-nowrap">{texts.time}</span>
        </p>
        <ul className="mt-2 grid gap-1 text-ink-soft">
          <BookingLine icon={<Icon of={UserRound} />}>{texts.professional}</BookingLine>
          <BookingLine icon={booking.isOnline ? <Icon of={Video} /> : <Icon of={MapPin} />}>
            {texts.cityFirst}
          </BookingLine>
          {booking.professionalPhone && (
            <BookingLine icon={<Icon of={Phone} />}>
              <a href={`tel:${booking.professionalPhone.replaceAll(" ", "")}`}>
                {booking.professionalPhone}
              </a>
            </BookingLine>
          )}
          {booking.seats + booking.seatsCancelled > 1 && (
            <BookingLine icon={<Icon of={Users} />}>
              {standingLabel(booking)}
              {booking.companions && `, avec ${booking.companions}`}
            </BookingLine>
          )}
          {booking.bookingNotes && (
            <BookingLine icon={<Icon of={StickyNote} />}>{booking.bookingNotes}</BookingLine>
          )}
        </ul>
        {notice && <p className="mt-4 text-14">{notice}</p>}
        {booking.proposal && <ProposedHour proposal={booking.proposal} bookingId={booking.id} />}
        {isAwaited && booking.isOnline && !booking.onlineLink && (
          <p className="mt-4 text-14">Le lien suit : il apparaîtra ici avant le début.</p>
        )}
        {isComing && booking.changedAt && (
          <p className="mt-4 text-14">
            Votre praticien a changé cette réservation le {formatLongDay(booking.changedAt)} :
            regardez le lieu et l'horaire. Si vous l'annulez, elle est remboursée en entier jusqu'au
            début.
          </p>
        )}
        {isComing && booking.seats > 1 && <Companions booking={booking} />}
        {qr && booking.presenceCode && <PresenceCode code={booking.presenceCode} qr={qr} />}
        {booking.presence === "absent" && <Absence booking={booking} now={now} />}
        {isComing && !isMovable && !isFrozen(booking, "client") && !booking.isInReview && (
          <p className="mt-4 text-14">
            L'horaire ne se change plus : le délai de remboursement est passé.
          </p>
        )}
        {!hasResale(booking) && cancel}
      </div>
      {hasResale(booking) && (
        <div className="col-span-full sm:col-span-1 sm:col-start-2">
          <ResaleBox booking={booking} />
          {cancel}
        </div>
      )}
      <div className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-3 sm:col-span-1 sm:col-start-3 sm:row-start-1 sm:flex-col sm:items-stretch">
        <div className="w-full sm:text-right">
          <p className="font-display text-22 font-price lining-nums">
            {priceLabel(shownPrice(booking))}
          </p>
          {note && <p className="text-14 text-ink-soft figures">{note}</p>}
        </div>
        {booking.onlineLink && (
          <a
            href={booking.onlineLink}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: "sage" })}
          >
            {booking.kind === "session" ? "Rejoindre la session" : "Rejoindre l'activité"}
          </a>
        )}
        {isAwaited && booking.mapUrl && (
          <MapLink to={booking.mapUrl} title={texts.title} size="small" />
        )}
        {isComing && <CalendarLink bookingId={booking.id} size="small" />}
        {isMovable && (
          <ButtonLink to={addresses.moveBooking(booking.id)} size="small">
            Changer d'horaire<span className="sr-only"> : {texts.title}</span>
          </ButtonLink>
        )}
        {mayReview && (
          <ButtonLink to={addresses.ownReview(booking.id)} variant="sage" size="small">
            {isReviewed ? "Mon avis" : "Donner mon avis"}
            <span className="sr-only"> sur {texts.title}</span>
          </ButtonLink>
        )}
        {hasReceipt(booking) && (
          <ButtonLink to={addresses.receipt(booking.id)} variant="quiet" size="small">
            Note<span className="sr-only"> de {texts.title}</span>
          </ButtonLink>
        )}
        {isConfirmed && (
          <ButtonLink to={addresses.bookingMessages(booking.id)} size="small">
            Écrire<span className="sr-only"> à {texts.professional}</span>
          </ButtonLink>
        )}
        {booking.checkoutUrl && (
          <a href={booking.checkoutUrl} className={buttonClass({ variant: "clay" })}>
            Reprendre le paiement
          </a>
        )}
      </div>
    </Panel>
  );
}

/** The first names of those who come along, for whoever wants to say them (rule: for-several). */
function Companions({ booking: { id, companions } }: { booking: BookingView }) {
  const fetcher = useFetcher<{ toast: ToastMessage; fields?: FieldErrors }>({
    key: `companions-${id}`,
  });
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-label text-sage-600">
        {companions ? "Changer les prénoms" : "Dire qui vous accompagne"}
        <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <FormToast toast={fetcher.data?.toast} />
      <fetcher.Form method="post" preventScrollReset className="grid max-w-text gap-3">
        <HiddenFields intent="companions" bookingId={id} />
        <TextField
          name="companions"
          label="Leurs prénoms"
          optional
          error={fetcher.data?.fields?.companions}
          hint="Votre praticien les lit, et personne d'autre."
          maxLength={MAX_COMPANIONS_LENGTH}
          defaultValue={companions ?? ""}
        />
        <Button type="submit" size="small" busy={fetcher.state !== "idle"} className="w-fit">
          Enregistrer
        </Button>
      </fetcher.Form>
    </details>
  );
}
