import { MapPin, StickyNote, UserRound, Video } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useFetcher } from "react-router";
import { bookingBadge, bookingTexts } from "#core/bookings/labels.ts";
import { canCancel } from "#core/bookings/rules.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { formatPrice } from "#core/money.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FormToast } from "../../ui/form-toast.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { ToastMessage } from "../../ui/toast.ts";
import { DateTile } from "./date-tile.tsx";
import { StateBadge } from "./state-badge.tsx";

/** One booking of the client's list (S2§2), with what can still be done about it. */
export function BookingCard({ booking, now }: { booking: BookingView; now: Date }) {
  const texts = bookingTexts(booking);
  const isOver = booking.status === "cancelled";
  return (
    <Panel
      as="li"
      className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-4 sm:grid-cols-[auto_1fr_auto]"
    >
      <DateTile start={booking.start} muted={isOver} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-22 wrap-anywhere">
            {booking.sessionId ? (
              <Link
                to={`/session/${booking.sessionId}`}
                className="text-ink no-underline hover:underline"
              >
                {texts.title}
              </Link>
            ) : (
              texts.title
            )}
          </h2>
          <StateBadge {...bookingBadge(booking)} />
        </div>
        <p className="mt-1.5 flex flex-wrap gap-x-2 font-label figures">
          <span className="block first-letter:uppercase">{texts.date}</span>
          <span className="whitespace-nowrap">{texts.time}</span>
        </p>
        <ul className="mt-2 grid gap-1 text-ink-soft">
          <Line icon={<UserRound />}>{texts.professional}</Line>
          <Line icon={booking.isOnline ? <Video /> : <MapPin />}>{texts.place}</Line>
          {booking.bookingNotes && <Line icon={<StickyNote />}>{booking.bookingNotes}</Line>}
        </ul>
        <Cancellation booking={booking} now={now} />
      </div>
      <div className="col-start-2 flex flex-wrap items-center justify-between gap-3 sm:col-start-3 sm:flex-col sm:items-end sm:justify-start">
        <p className="font-display text-22 font-price lining-nums">
          {formatPrice(booking.pricePaidCents)}
        </p>
        {booking.onlineLink && (
          <a
            href={booking.onlineLink}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ variant: "sage" })}
          >
            Rejoindre la session
          </a>
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

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2 wrap-anywhere whitespace-pre-line">
      <span aria-hidden className="mt-1 text-sage-600 [&>svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** Asks before it acts, by the platform's own disclosure: it works without JavaScript. */
function Cancellation({ booking, now }: { booking: BookingView; now: Date }) {
  const fetcher = useFetcher<{ toast: ToastMessage }>({ key: `cancel-${booking.id}` });
  const { start, status } = booking;
  const isHold = status === "pending";
  const { allowed, refund } = start
    ? canCancel({ ...booking, start }, "client", now)
    : { allowed: false, refund: false };
  if (!allowed && !isHold) return null;
  return (
    <details className="group mt-3">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-label text-ink-soft underline underline-offset-4 hover:text-ink">
        {isHold ? "Annuler ce paiement" : "Annuler cette réservation"}
      </summary>
      <FormToast toast={fetcher.data?.toast} />
      <fetcher.Form method="post" className="mt-1 grid justify-items-start gap-3">
        <p className="text-14 text-ink-soft">
          {isHold || booking.pricePaidCents === 0
            ? "Rien n'a été débité. La place sera rendue aussitôt."
            : refund
              ? `Vous serez remboursé intégralement. C'est possible jusqu'au ${formatLongDay(booking.refundableUntil)} à ${formatTime(booking.refundableUntil)}.`
              : "La séance commence dans moins de 24 h : elle ne sera pas remboursée."}
        </p>
        <input type="hidden" name="bookingId" value={booking.id} />
        <Button type="submit" variant="danger" busy={fetcher.state !== "idle"}>
          Confirmer l'annulation
        </Button>
      </fetcher.Form>
    </details>
  );
}
