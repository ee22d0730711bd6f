import { Calendar, ChevronDown, LockKeyhole, Undo2 } from "lucide-react";
import { Form } from "react-router";
import { refundableUntil } from "#core/bookings/rules.ts";
import { lowStockLabel, nextSlotLabel, UNBOOKABLE_LABELS } from "#core/catalogue/labels.ts";
import { discountPercent } from "#core/catalogue/rules.ts";
import type { SessionDetailView, SlotView } from "#core/catalogue/schema.ts";
import { formatTime } from "#core/dates.ts";
import type { FieldErrors } from "#core/errors.ts";
import { type Cents, formatPrice } from "#core/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Field, TextArea, TextInput } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import type { ToastMessage } from "../../ui/toast.ts";
import { useFirstError } from "../../ui/use-first-error.ts";
import { Price } from "../catalogue/price.tsx";

export const BOOKING_FORM = "reservation";

/** Price, chosen slot, the guest's e-mail and the button: everything a booking needs, in one box. */
export function BookingSummary({
  session,
  slot,
  amountCents,
  now,
  signedIn,
  busy,
  refusal,
}: {
  session: SessionDetailView;
  /** The chosen slot; null while none is. */
  slot: SlotView | null;
  /** What the client pays. */
  amountCents: Cents;
  now: Date;
  signedIn: boolean;
  busy: boolean;
  /** What the action answered: messages by field, and the sentence of the refusal. */
  refusal?: { fields: FieldErrors; toast: ToastMessage } | undefined;
}) {
  const fields: FieldErrors = refusal?.fields ?? {};
  const percent = discountPercent(session);
  const form = useFirstError(refusal);
  return (
    <Form
      ref={form}
      id={BOOKING_FORM}
      method="post"
      preventScrollReset
      // What is wrong with the e-mail is said by the action, in our words (S2§5).
      noValidate
      className="rounded-card bg-surface px-4 py-6 shadow-soft ring ring-hairline sm:px-6"
    >
      <h2 className="sr-only">Votre réservation</h2>
      <div className="flex flex-wrap items-center gap-x-3">
        <Price session={session} size={36} leading />
        {percent !== null && <Badge tone="clay-soft">−{percent} %</Badge>}
      </div>
      {session.unbookable ? (
        <Unbookable session={session} reason={session.unbookable} />
      ) : (
        <>
          <ChosenSlot slot={slot} now={now} />
          <input type="hidden" name="intent" value="book" />
          <input type="hidden" name="amount" value={amountCents} />
          {signedIn && <input type="hidden" name="signedIn" value="1" />}
          {!signedIn && (
            <Field
              className="mt-4"
              label="Votre e-mail"
              error={fields.email}
              hint={
                <>
                  Pas besoin de compte : il est créé pour vous après le paiement. Déjà client ?{" "}
                  <TextLink
                    to={`/connexion?suite=${encodeURIComponent(`/sessions/${session.id}`)}`}
                  >
                    Connectez-vous
                  </TextLink>
                  .
                </>
              }
            >
              {(control) => (
                <TextInput
                  {...control}
                  type="email"
                  name="email"
                  required
                  autoComplete="email"
                  placeholder="vous@example.fr"
                />
              )}
            </Field>
          )}
          <Note error={fields.bookingNotes} />
          <p className="mt-3 flex justify-between gap-4 border-t border-sand-300 pt-3.5 text-18 font-bold figures">
            <span>Total TTC</span>
            <span>{formatPrice(amountCents)}</span>
          </p>
          {refusal && Object.keys(fields).length === 0 && (
            <Notice tone="danger" className="mt-3">
              {refusal.toast.text}
            </Notice>
          )}
          <Button type="submit" variant="clay" size="large" block busy={busy} className="mt-4">
            {bookingLabel(amountCents)}
          </Button>
          {amountCents > 0 && <Assurances slot={slot} now={now} />}
        </>
      )}
    </Form>
  );
}

/** What the button says: nothing is paid for what costs nothing. */
export function bookingLabel(amountCents: Cents): string {
  return amountCents > 0 ? "Réserver et payer" : "Réserver";
}

function ChosenSlot({ slot, now }: { slot: SlotView | null; now: Date }) {
  const stock = slot && lowStockLabel(slot.availableSpots)?.toLowerCase();
  const label = slot && nextSlotLabel(slot.start, now);
  return (
    <div
      aria-live="polite"
      className="mt-4 flex items-start gap-3 rounded-control bg-sage-100 px-4 py-3.5 wrap-anywhere text-sage-800 figures"
    >
      <Calendar aria-hidden className="mt-0.5 size-5 shrink-0" />
      {slot && label ? (
        <p>
          <b className="block font-bold">
            {label.label} · {label.date}
          </b>
          Jusqu'à {formatTime(slot.end)}
          {stock && ` · ${stock}`}
        </p>
      ) : (
        <p>
          <a href="#creneaux" className="font-bold underline underline-offset-4">
            Choisissez un créneau
          </a>
        </p>
      )}
    </div>
  );
}

/** Out of the way until wanted: most bookings need no note (R22). */
function Note({ error }: { error?: readonly string[] | undefined }) {
  return (
    <details className="group mt-1" open={error ? true : undefined}>
      <summary className="inline-flex min-h-11 items-center gap-2 font-label text-sage-600">
        Ajouter un mot pour le praticien
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <Field label="Note de réservation" optional error={error} hint="500 caractères au plus">
        {(control) => <TextArea {...control} name="bookingNotes" maxLength={500} />}
      </Field>
    </details>
  );
}

/** The cancellation rule, before payment (R34), and what the slot makes of it. */
function Assurances({ slot, now }: { slot: SlotView | null; now: Date }) {
  const tooLate = slot !== null && refundableUntil(slot.start) < now;
  return (
    <ul className="mt-4 grid gap-2 text-14 text-ink-soft">
      <li className="flex gap-2">
        <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0 text-sage-600" />
        <span>
          {tooLate
            ? "Ce créneau commence dans moins de 24 h : il n'est pas remboursable."
            : "Annulation sans frais jusqu'à 24 h avant le début."}
        </span>
      </li>
      <li className="flex gap-2">
        <LockKeyhole aria-hidden className="mt-0.5 size-4 shrink-0 text-sage-600" />
        Paiement sécurisé, confirmation par e-mail.
      </li>
    </ul>
  );
}

function Unbookable({
  session,
  reason,
}: {
  session: SessionDetailView;
  reason: NonNullable<SessionDetailView["unbookable"]>;
}) {
  return (
    <>
      <p className="mt-4 rounded-control bg-sand-100 px-4 py-3.5">
        {reason === "no_slot" && <b className="block font-bold">À programmer</b>}
        {reason === "sold_out" && <b className="block font-bold">Complet</b>}
        {UNBOOKABLE_LABELS[reason]}
      </p>
      {reason === "own" ? (
        <ButtonLink to="/profil" variant="sage" size="large" block className="mt-4">
          Gérer mes sessions
        </ButtonLink>
      ) : (
        <ButtonLink
          to={`/sessions?category=${encodeURIComponent(session.category)}`}
          variant="sage"
          size="large"
          block
          className="mt-4"
        >
          Voir d'autres sessions
        </ButtonLink>
      )}
    </>
  );
}
