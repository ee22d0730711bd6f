import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { DISPUTED_MESSAGE, PROCESSING_CANCEL_MESSAGE } from "#core/bookings/labels.ts";
import { RESALE_TITLE } from "#core/bookings/resale/labels.ts";
import {
  canCancel,
  hasFullNotice,
  isFrozen,
  REFUND_NOTICE_HOURS,
  refundDue,
  stillPaidCents,
} from "#core/bookings/rules.ts";
import type { BookingView } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { refundOf } from "#core/bookings/seats/rules.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { Button } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { SelectField } from "../../ui/forms/text-field.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

interface CancelBookingProps {
  booking: BookingView;
  title: string;
  headingId: string;
  now: Date;
}

/** Keeps to the amount that was read (rule: refund-notice). */
export function CancelBooking({ booking, title, headingId, now }: CancelBookingProps) {
  const fetcher = useFetcher<{ toast: ToastMessage }>({ key: `cancel-${booking.id}` });
  const question = useRef<HTMLDivElement>(null);
  const answer = fetcher.data;
  useEffect(() => {
    if (!answer) return;
    question.current?.hidePopover();
    document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [answer, headingId]);
  const { start, status } = booking;
  const isHold = status === "pending";
  if (start && start > now && isFrozen(booking, "client")) {
    return <Frozen id={booking.id} isHold={isHold} />;
  }
  if (!start || !(isHold || canCancel({ ...booking, start }, "client", now).allowed)) return null;
  const due = refundDue({ ...booking, start }, "client", now);
  const id = `annuler-${booking.id}`;
  return (
    <>
      <Button popoverTarget={id} size="small" className="mt-4">
        {isHold ? "Annuler ce paiement" : "Annuler cette réservation"}
        <span className="sr-only"> : {title}</span>
      </Button>
      <FormToast toast={answer?.toast} />
      <div
        ref={question}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h3 id={`${id}-titre`} className="text-22">
          {isHold ? "Annuler ce paiement ?" : "Annuler cette réservation ?"}
        </h3>
        <p className="mt-3 wrap-anywhere text-ink-soft">{title}</p>
        <p className="mt-3">{consequence({ ...booking, start }, isHold, due)}</p>
        <fetcher.Form
          method="post"
          preventScrollReset
          className="mt-6 flex flex-wrap justify-end gap-2"
        >
          <HiddenFields bookingId={booking.id} refundCents={due} />
          {!isHold && booking.seats > 1 && (
            <PartField booking={{ ...booking, start }} due={due} now={now} />
          )}
          <Button popoverTarget={id} popoverTargetAction="hide">
            {isHold ? "Garder ma place" : "Garder ma réservation"}
          </Button>
          <Button type="submit" variant="destroy" busy={fetcher.state !== "idle"}>
            Confirmer l'annulation
          </Button>
        </fetcher.Form>
      </div>
    </>
  );
}

function Frozen({ id, isHold }: { id: string; isHold: boolean }) {
  const reason = `annuler-${id}-motif`;
  return (
    <div className="mt-4">
      <Button disabled aria-describedby={reason} size="small">
        {isHold ? "Annuler ce paiement" : "Annuler cette réservation"}
      </Button>
      <p id={reason} className="mt-2 text-14 text-ink-soft">
        {isHold ? PROCESSING_CANCEL_MESSAGE : DISPUTED_MESSAGE}
      </p>
    </div>
  );
}

function consequence(booking: BookingView & { start: Date }, isHold: boolean, due: Cents): string {
  if (isHold || booking.pricePaidCents === 0) {
    return "Rien n'a été débité. La place sera rendue aussitôt.";
  }
  if (due > 0) {
    const { refundableUntil, refundedCents, onTheWayCents } = booking;
    const all =
      refundedCents + onTheWayCents > 0
        ? `de ce qui ne vous a pas encore été rendu : ${formatPrice(due)}`
        : `intégralement : ${formatPrice(due)}`;
    const whole = booking.seats > 1 ? "Pour toute la réservation, vous" : "Vous";
    return `${whole} serez remboursé ${all} sur votre moyen de paiement. C'est possible jusqu'au ${formatLongDay(refundableUntil)} à ${formatTime(refundableUntil)}.`;
  }
  const why = hasFullNotice(booking)
    ? `Votre réservation commence dans moins de ${REFUND_NOTICE_HOURS} h`
    : `Le remboursement était possible jusqu'au ${formatLongDay(booking.refundableUntil)} à ${formatTime(booking.refundableUntil)}`;
  return `${why} : rien ne vous sera rendu des ${formatPrice(stillPaidCents(booking))} payés.${booking.isResalable ? ` Plutôt que de l'annuler, vous pouvez la remettre en vente : « ${RESALE_TITLE} ».` : ""}`;
}

interface PartFieldProps {
  booking: BookingView & { start: Date };
  due: Cents;
  now: Date;
}

/** Beside each number goes the refund that is kept to (rules: for-several, refund-notice). */
function PartField({ booking, due, now }: PartFieldProps) {
  const parts = Array.from({ length: booking.seats - 1 }, (_, index) => {
    const given = index + 1;
    return { given, back: refundOf(booking, given, now) };
  });
  return (
    <>
      {parts.map(({ given, back }) => (
        <input key={given} type="hidden" name={`refundCents-${given}`} value={back} />
      ))}
      <SelectField
        name="part"
        label="Ce que vous annulez, et ce qui vous est rendu"
        className="mb-2 w-full"
        defaultValue=""
      >
        <option value="">
          Toute la réservation
          {backOf(booking, due)}
        </option>
        {parts.map(({ given, back }) => (
          <option key={given} value={given}>
            {seatsLabel(given)}
            {backOf(booking, back)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

function backOf({ pricePaidCents }: BookingView, amount: Cents): string {
  return pricePaidCents > 0 ? ` · ${formatPrice(amount)}` : "";
}
