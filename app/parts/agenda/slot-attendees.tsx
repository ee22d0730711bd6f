import { Check, ChevronDown, Clock, Mail } from "@lucide/icons";
import type { FormEvent } from "react";
import { Form, Link } from "react-router";
import { countOf, PRESENCE_LABELS, personName } from "#core/agenda/labels.ts";
import { seatsOf } from "#core/agenda/rules.ts";
import type { AgendaPerson, AgendaSlot } from "#core/agenda/schema.ts";
import { presenceCountLabel } from "#core/bookings/presence/labels.ts";
import { absentFrom, isPresenceOpen, PRESENCES } from "#core/bookings/presence/rules.ts";
import { resaleNote } from "#core/bookings/resale/labels.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

export function SlotAttendees({ slot, now, here }: { slot: AgendaSlot; now: Date; here: string }) {
  const { people, held, outside, reserved, free, capacity } = slot;
  const others = [
    held > 0 && `${countOf(held, "paiement")} en cours`,
    outside > 0 && `${countOf(outside, "place")} pour des clients hors site`,
    reserved > 0 &&
      `${countOf(reserved, "place réservée", "places réservées")} à qui cette heure est proposée`,
  ].filter(Boolean);
  const withheld = capacity - free - seatsOf(people) - held - outside - reserved;
  const seats = [
    countOf(free, "place libre", "places libres"),
    withheld > 0 && countOf(withheld, "place non proposée", "places non proposées"),
  ];
  return (
    <>
      {people.length > 0 ? (
        <ul className="mt-2 divide-y divide-sand-100">
          {people.map((person) => (
            <Person key={person.bookingId} person={person} slot={slot} now={now} here={here} />
          ))}
        </ul>
      ) : (
        <p className="mt-3">
          {outside > 0 ? "Personne n'a réservé ici." : "Personne n'est inscrit."}
        </p>
      )}
      <p className="mt-2 text-14 text-ink-soft figures">
        {[...seats, ...others].filter(Boolean).join(" · ")}
      </p>
    </>
  );
}

interface PersonProps {
  person: AgendaPerson;
  slot: AgendaSlot;
  now: Date;
  here: string;
}

function Person(props: PersonProps) {
  const { person, slot, now } = props;
  const counts = presenceCountLabel(person.counts);
  return (
    <li className="relative grid grid-cols-[36px_minmax(0,1fr)] items-start gap-x-3 py-3">
      <span
        aria-hidden="true"
        className="grid size-9 place-items-center rounded-full bg-sand-100 text-14 font-strong text-ink-soft"
      >
        {person.initials}
      </span>
      <div>
        <p className="pr-28 leading-snug font-strong wrap-anywhere">
          {personName(person)}
          {person.isFirst && (
            <span className="ml-1.5 inline-block rounded-full bg-sage-100 px-2 text-14 font-label text-sage-800">
              1re fois
            </span>
          )}
        </p>
        <p className="pr-28 text-14 text-ink-soft figures">
          {[
            countOf(person.seats, "place"),
            person.companions && `avec ${person.companions}`,
            counts && `Avec vous : ${counts}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {person.resaleAt && slot.start > now && (
          <p className="text-14 font-label text-clay-700 figures">
            {resaleNote(person.isHeld ? "held" : "offered", person.resaleAt)}
          </p>
        )}
        {person.note && (
          <p className="mt-1 text-14 whitespace-pre-line wrap-anywhere">« {person.note} »</p>
        )}
      </div>
      <PersonMenu {...props} />
    </li>
  );
}

function PersonMenu({ person, slot, now, here }: PersonProps) {
  const { bookingId, presence } = person;
  const isOpen = isPresenceOpen(slot, now);
  const absentAt = absentFrom(slot);
  const state = presence ? PRESENCE_LABELS[presence] : "Attendu";
  const item = buttonClass({ size: "small" });
  return (
    <details name="personne" className="col-span-full">
      <summary
        className={`absolute top-1 right-0 inline-flex min-h-11 list-none items-center gap-1 px-1 text-14 font-label ${presence === "present" ? "text-success" : presence ? "" : "text-ink-soft"}`}
      >
        {presence === "present" && <Icon of={Check} className="size-4" />}
        {presence === "late" && <Icon of={Clock} className="size-4" />}
        {state}
        <Icon of={ChevronDown} className="size-3.5 text-ink-soft" />
        <span className="sr-only"> : présence de {personName(person)}</span>
      </summary>
      <div className="mt-2 flex flex-wrap gap-1.5 rounded-control bg-sand-100 p-1.5">
        {isOpen && (
          <Form
            method="post"
            action={here}
            preventScrollReset
            onSubmit={closeMenu}
            className="flex flex-wrap gap-1.5"
          >
            <HiddenFields intent="presence" slotId={slot.id} bookingId={bookingId} />
            {PRESENCES.map((status) => {
              const isEarly = status === "absent" && now < absentAt;
              return (
                <button
                  key={status}
                  type="submit"
                  name="status"
                  value={status}
                  disabled={isEarly}
                  aria-pressed={presence === status}
                  className={item}
                >
                  {PRESENCE_LABELS[status]}
                  {isEarly && `, dès ${formatTime(absentAt)}`}
                </button>
              );
            })}
          </Form>
        )}
        <Link to={addresses.bookingMessages(bookingId)} className={`${item} wrap-anywhere`}>
          <Icon of={Mail} className="size-4" />
          Écrire à {personName(person)}
        </Link>
      </div>
    </details>
  );
}

function closeMenu({ currentTarget }: FormEvent<HTMLFormElement>) {
  const menu = currentTarget.closest("details");
  menu?.querySelector("summary")?.focus();
  menu?.removeAttribute("open");
}

/** Outside clients whose seats went, until each is told (rule: outside-clients-told). */
export function LostClients({ slot: { id, lost }, here }: { slot: AgendaSlot; here: string }) {
  if (lost.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-sand-100" aria-label="Clients hors site">
      {lost.map(({ id: clientId, name, seats, isTold }) => (
        <li key={clientId} className="flex items-center justify-between gap-4 py-2">
          <span className="min-w-0 leading-snug wrap-anywhere">
            <s className="font-strong">{name ?? "Sans nom"}</s>
            <span className="block text-14 text-ink-soft figures">
              {seatsLabel(seats)} hors site, {isTold ? "prévenu" : "à prévenir"}
            </span>
          </span>
          <Form method="post" action={here} preventScrollReset>
            <HiddenFields
              intent="told"
              slotId={id}
              clientId={clientId}
              isTold={isTold ? "" : "1"}
            />
            <Button type="submit" size="small" aria-pressed={isTold}>
              {isTold && <Icon of={Check} className="size-4" />}
              Prévenu<span className="sr-only"> : {name ?? "client sans nom"}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
