import { X } from "@lucide/icons";
import { Link } from "react-router";
import { closedLabel, countOf, STATE_LABELS, timeLabel } from "#core/agenda/labels.ts";
import { isMovable, takenSeats } from "#core/agenda/rules.ts";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { isPresenceOpen } from "#core/bookings/presence/rules.ts";
import { askedHourText } from "#core/bookings/proposals/labels.ts";
import { addressLabel, placeLabel } from "#core/catalogue/labels.ts";
import { dayKey, formatLongDay } from "#core/dates.ts";
import { cents, formatPrice } from "#core/money.ts";
import { fallingLabel } from "#core/prices/labels.ts";
import * as addresses from "#site/addresses.ts";
import * as own from "#site/own-addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { iconButtonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { ProfessionalCancellation } from "../bookings/professional-cancellation.tsx";
import { CodeForm, MoveSlot, type PanelFormProps, WriteToAll } from "./panel-forms.tsx";
import { LostClients, SlotAttendees } from "./slot-attendees.tsx";

export function SlotPanel({
  now,
  closeTo,
  ...form
}: PanelFormProps & { now: Date; closeTo: string }) {
  const { slot, here } = form;
  const { start, end, capacity } = slot;
  const taken = takenSeats(slot);
  const closed = closedLabel(slot);
  const isRunning = slot.state === "running";
  const isOver = slot.state === "cancelled" && taken === 0;
  const title = `creneau-${slot.id}`;
  const facts = [
    `${countOf(taken, "place")} sur ${capacity}`,
    start > now && slot.state !== "notice" && fallingLabel(slot.price, start),
    slot.isOnline ? placeLabel(slot) : addressLabel({ ...slot, postalCode: null }),
  ];
  return (
    <article
      className="ag-panel mt-1 mb-4 rounded-card bg-surface p-4 shadow-soft ring ring-sand-300 lg:m-0 lg:p-5"
      aria-labelledby={title}
    >
      <div className="flex items-start justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-14 font-label figures">
          <Badge tone={isRunning ? "success" : closed ? "sand" : "sage"}>
            {STATE_LABELS[slot.state]}
          </Badge>
          {formatLongDay(start)}, {timeLabel(start)} – {timeLabel(end)}
        </p>
        <Link
          to={closeTo}
          preventScrollReset
          aria-label="Fermer ce créneau"
          className={`${iconButtonClass} -mt-2 -mr-2`}
        >
          <Icon of={X} className="size-5" />
        </Link>
      </div>
      <h3 id={title} className="mt-2 text-22 wrap-anywhere">
        <Link
          to={addresses.offering(slot.kind, slot.offeringId, slot.id)}
          className="text-ink no-underline hover:underline"
        >
          {slot.title}
        </Link>
      </h3>
      {!isOver && (
        <p className="mt-1 text-14 text-ink-soft figures">{facts.filter(Boolean).join(" · ")}</p>
      )}
      {closed && !isOver && <p className="mt-2 text-14 font-label">{closed}.</p>}
      {slot.isParallel && !isOver && (
        <p className="mt-2 text-14">
          En parallèle : un autre créneau peut avoir lieu en même temps.
        </p>
      )}
      {slot.proposal && <p className="mt-2 text-14 figures">{askedHourText(slot.proposal)}</p>}
      {slot.people.length > 0 && isPresenceOpen(slot, now) && <CodeForm {...form} />}
      {isOver ? null : <SlotAttendees slot={slot} now={now} here={here} />}
      <LostClients slot={slot} here={here} />
      {slot.people.length > 0 && (
        <div className="mt-4 grid gap-2 border-t border-sand-100 pt-4">
          <WriteToAll {...form} />
        </div>
      )}
      {start > now && !isOver && (
        <div className="mt-3 border-t border-sand-100 pt-3">
          {isMovable(slot, now) && <MoveSlot {...form} />}
          {taken > 0 && (
            <p className="mb-1 text-14 text-ink-soft">
              Quelqu'un a une place : l'heure de ce créneau ne change plus.
            </p>
          )}
          <div className="flex flex-wrap gap-x-5">
            <Act to={addresses.outsideClients(slot.id)}>Client hors site</Act>
            <Act to={addresses.callOffDay(dayKey(start))}>Je ne peux pas assurer</Act>
            {slot.people.length > 0 && (
              <Act to={addresses.propose(slot.id)}>
                {slot.proposal ? "Retirer la proposition" : "Proposer une autre heure"}
              </Act>
            )}
            {slot.comesAgain && (
              <Act to={own.scheduleFrom(slot.offeringId, slot.id)}>Changer les suivants</Act>
            )}
          </div>
          <ProfessionalCancellation
            edition={here}
            slotId={slot.id}
            label="Annuler ce créneau"
            consequence={consequenceOf(slot)}
          />
        </div>
      )}
    </article>
  );
}

function Act({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-14 font-label underline underline-offset-4 hover:text-sage-600"
    >
      {children}
    </Link>
  );
}

/** The effect of cancelling the slot, said before it is done (rule: cancellation). */
function consequenceOf({ people, held, outside }: AgendaSlot): string {
  const others = outside > 0 ? " Vos clients hors site restent ici, à prévenir vous-même." : "";
  if (people.length + held === 0) {
    return `Personne n'a réservé. Le créneau ne sera plus proposé.${others}`;
  }
  const due = cents(people.reduce((sum, { dueCents }) => sum + dueCents, 0));
  const back =
    due > 0 ? `${formatPrice(due)} remboursés à vos clients` : "Rien n'a été payé par vos clients";
  const pending = held > 0 ? " Un paiement en cours est arrêté, ou remboursé s'il aboutit." : "";
  return `${countOf(people.length + held, "réservation")} à annuler. ${back}, prévenus par e-mail.${pending}${others}`;
}
