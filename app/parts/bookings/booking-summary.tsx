import { Calendar, ChevronDown, LockKeyhole, Undo2 } from "@lucide/icons";
import { Form } from "react-router";
import { MAX_NOTES_LENGTH, REFUND_NOTICE_HOURS, refundableUntil } from "#core/bookings/rules.ts";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import type { FieldErrors } from "#core/errors.ts";
import { type Cents, cents, priceLabel } from "#core/money.ts";
import type { PriceView } from "#core/prices/rules.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";
import { RetryKey } from "../../ui/forms/retry-key.tsx";
import { EmailField, TextAreaField, TextField } from "../../ui/forms/text-field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink, textLinkClass } from "../../ui/text-link.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { Price } from "../catalogue/price.tsx";
import type { PricedSlot } from "../catalogue/price-texts.server.ts";
import { SeatsField, SeatsOfAny } from "./seats/seats-field.tsx";

export const BOOKING_FORM = "reservation";

/** `held` is HTML, empty without held seats. */
export type BookableSlot = PricedSlot & { held: string };

export const RESUME = "Reprendre le paiement";

export interface Closed {
  heading: string | null;
  text: string;
  way: { to: string; label: string };
}

export interface SummaryProps {
  price: PriceView;
  closed: Closed | null;
  /** Null unless a hold can be continued in another browser. */
  resume: string | null;
  slot: BookableSlot | null;
  now: Date;
  signedIn: boolean;
  note: string;
  /** Null where there are no reminders by text message. */
  reminder: string | null;
  seats: number;
  onSeats: (seats: number) => void;
  /** For a browser without scripts. */
  any: { slots: number; seats: number; wanted: number };
  /** The terms of the purchase and who sells, as HTML. */
  terms: string;
  refusal?:
    | {
        fields: FieldErrors;
        toast: ToastMessage;
        asked: { email: string; smsNumber: string };
        retryKey?: string | undefined;
      }
    | undefined;
}

export function BookingSummary({
  price,
  closed,
  resume,
  slot,
  now,
  signedIn,
  note,
  reminder,
  seats,
  onSeats,
  any,
  terms,
  refusal,
}: SummaryProps) {
  const fields: FieldErrors = refusal?.fields ?? {};
  const amountCents = price.nowCents;
  const form = useFirstError(refusal);
  const { errorOf, onInput } = useFieldErrors(refusal?.fields);
  const hold = slot?.mark?.hold;
  const choices = slot?.texts.seats ?? [];
  return (
    <Form
      ref={form}
      id={BOOKING_FORM}
      method="post"
      preventScrollReset
      // The action says in our words when the e-mail is wrong.
      noValidate
      onInput={onInput}
      className="rounded-card bg-surface px-4 py-6 shadow-soft ring ring-hairline sm:px-6"
    >
      <h2 className="sr-only">Votre réservation</h2>
      <Price price={price} size={36} leading />
      {slot && (
        <div
          className="noscript:hidden"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it of numbers and dates
          dangerouslySetInnerHTML={{ __html: slot.texts.stairs }}
        />
      )}
      {closed ? (
        <NotBookable closed={closed} />
      ) : (
        <>
          <ChosenSlot slot={slot} isOnly={any.slots === 1} />
          {slot?.held && (
            <div
              className="mt-3 grid gap-2"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it of our words, an hour and addresses
              dangerouslySetInnerHTML={{ __html: slot.held }}
            />
          )}
          {/* Kept in the page, so that another slot can be asked for without scripts. */}
          <div className={hold ? "hidden noscript:block" : ""}>
            <RetryKey value={refusal?.retryKey} />
            {signedIn && <input type="hidden" name="signedIn" value="1" />}
            {any.seats > 1 && (
              <SeatsOfAny most={any.seats} value={any.wanted} error={errorOf("seats")} />
            )}
            {choices.length > 1 && (
              <SeatsField
                choices={choices}
                value={seats}
                onChange={onSeats}
                error={errorOf("seats")}
              />
            )}
            {!signedIn && (
              <EmailField
                className="mt-4"
                label="Votre e-mail"
                error={errorOf("email")}
                hint={`Pas besoin de compte : il est créé pour vous ${amountCents > 0 ? "après le paiement" : "par le lien que nous vous envoyons"}.`}
                required
                placeholder="vous@example.fr"
                defaultValue={refusal?.asked.email}
              />
            )}
            <Note note={note} error={errorOf("bookingNotes")} />
            {reminder !== null && amountCents > 0 && (
              <TextField
                name="smsNumber"
                label="Rappel par SMS"
                optional
                error={errorOf("smsNumber")}
                hint="Votre mobile, pour un seul SMS la veille."
                type="tel"
                defaultValue={refusal?.asked.smsNumber ?? reminder}
              />
            )}
            {/* Without scripts it cannot follow the choice of a slot. */}
            <p
              className={`mt-3 flex justify-between gap-4 border-t border-sand-300 pt-3.5 text-18 font-bold figures ${any.seats > 1 || any.slots > 1 ? "noscript:hidden" : ""}`}
            >
              <span>{seats > 1 ? `${seatsLabel(seats)}, TTC` : "Total TTC"}</span>
              <span>{priceLabel(cents(amountCents * seats))}</span>
            </p>
            {refusal && Object.keys(fields).length === 0 && (
              <Notice tone="danger" className="mt-3">
                {refusal.toast.text}
              </Notice>
            )}
            <IntentButton intent="book" variant="clay" size="large" block className="mt-4">
              {bookingLabel(amountCents)}
            </IntentButton>
            {/* A button carries the slot and the note along. */}
            {!signedIn && (
              <p className="mt-1 text-center text-14 text-ink-soft">
                Déjà client ?{" "}
                <button
                  type="submit"
                  name="intent"
                  value="log-in"
                  className={`min-h-11 ${textLinkClass}`}
                >
                  Connectez-vous
                </button>
              </p>
            )}
            {amountCents > 0 && <Assurances slot={slot} now={now} />}
          </div>
        </>
      )}
      <div
        className="mt-4 text-14 text-ink-soft"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it, and React what others typed
        dangerouslySetInnerHTML={{ __html: terms }}
      />
      {resume && (
        <TextLink to={resume} className="inline-flex min-h-11 items-center">
          {RESUME}
        </TextLink>
      )}
    </Form>
  );
}

export function bookingLabel(amountCents: Cents): string {
  return amountCents > 0 ? "Réserver et payer" : "Réserver";
}

function ChosenSlot({ slot, isOnly }: { slot: BookableSlot | null; isOnly: boolean }) {
  return (
    <div
      aria-live="polite"
      className="mt-4 flex items-start gap-3 rounded-control bg-sage-100 px-4 py-3.5 wrap-anywhere text-sage-800 figures"
    >
      <Icon of={Calendar} className="mt-0.5 size-5 shrink-0" />
      {slot && (
        <p
          className={isOnly ? "" : "noscript:hidden"}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it of numbers and dates
          dangerouslySetInnerHTML={{ __html: slot.texts.when }}
        />
      )}
      {/* Without scripts the box cannot follow the choice in the list. */}
      {!(slot && isOnly) && (
        <p className={slot ? "hidden noscript:block" : ""}>
          <a href="#creneaux" className="font-bold underline underline-offset-4">
            {slot ? "Le créneau coché dans la liste" : "Choisissez un créneau"}
          </a>
        </p>
      )}
    </div>
  );
}

/** Folded away, because most bookings need no note (rule: booking-note). */
function Note({ note, error }: { note: string; error?: readonly string[] | undefined }) {
  return (
    <details className="group mt-1" open={note || error ? true : undefined}>
      <summary className="inline-flex min-h-11 items-center gap-2 font-label text-sage-600">
        Ajouter un mot pour le praticien
        <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <TextAreaField
        name="bookingNotes"
        label="Note de réservation"
        optional
        error={error}
        hint={`${MAX_NOTES_LENGTH} caractères au plus`}
        maxLength={MAX_NOTES_LENGTH}
        defaultValue={note}
      />
    </details>
  );
}

function NotBookable({ closed: { heading, text, way } }: { closed: Closed }) {
  return (
    <>
      <p className="mt-4 rounded-control bg-sand-100 px-4 py-3.5">
        {heading && <b className="block font-bold">{heading}</b>}
        {text}
      </p>
      <ButtonLink to={way.to} variant="sage" size="large" block className="mt-4">
        {way.label}
      </ButtonLink>
    </>
  );
}

/** The cancellation rule before payment, and its date for this slot (rule: refund-notice). */
function Assurances({ slot, now }: { slot: OfferedSlot | null; now: Date }) {
  const tooLate = slot !== null && refundableUntil(slot.start) < now;
  return (
    <ul className="mt-4 grid gap-2 text-14 text-ink-soft">
      <li className="flex gap-2">
        <Icon of={Undo2} className="mt-0.5 size-4 shrink-0 text-sage-600" />
        {tooLate && (
          <span className="noscript:hidden">
            Ce créneau commence dans moins de {REFUND_NOTICE_HOURS} h : il n'est pas remboursable.
          </span>
        )}
        <span className={tooLate ? "hidden noscript:inline" : ""}>
          Annulation sans frais jusqu'à {REFUND_NOTICE_HOURS} h avant le début ; aucun remboursement
          ensuite.
        </span>
      </li>
      <li className="flex gap-2">
        <Icon of={LockKeyhole} className="mt-0.5 size-4 shrink-0 text-sage-600" />
        Paiement sécurisé, confirmation par e-mail.
      </li>
    </ul>
  );
}
