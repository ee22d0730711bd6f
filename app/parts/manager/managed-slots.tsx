import { ChevronDown } from "@lucide/icons";
import type { ReactNode } from "react";
import type { DiscoverBehavior } from "react-router";
import { managerBadges, refundNote, shownPrice } from "#core/bookings/labels.ts";
import { resaleNote } from "#core/bookings/resale/labels.ts";
import { canCancel, isUpcoming, stillPaidCents } from "#core/bookings/rules.ts";
import type { ManagedBooking, ManagedSlot } from "#core/bookings/schema.ts";
import { standingLabel } from "#core/bookings/seats/labels.ts";
import { formatEnd, formatShortDate, formatTime } from "#core/dates.ts";
import { cents, formatPrice, priceLabel } from "#core/money.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { StateBadge } from "../bookings/booking-parts.tsx";
import {
  bookingConsequence,
  ProfessionalCancellation,
} from "../bookings/professional-cancellation.tsx";

const IN_FULL = 3;
const IN_TABLE = 5;
const PAST_SHOWN = 3;

interface Page {
  edition: string;
  now: Date;
  discover: DiscoverBehavior;
}

type Listed = Page & { slots: ManagedSlot[] };

export function ManagedSlots({ slots, ...page }: Listed) {
  const { now } = page;
  const upcoming = slots.filter(({ start }) => isUpcoming(start, now));
  const past = slots.filter(({ start }) => !isUpcoming(start, now)).reverse();
  const isTable = upcoming.length > IN_FULL;
  return (
    <div className="mt-2 grid gap-6 *:min-w-0">
      {isTable && (
        <div>
          <SlotTable title="Prochains créneaux" slots={upcoming.slice(0, IN_TABLE)} {...page} />
          <Others count={upcoming.length - IN_TABLE}>
            <SlotTable title="Créneaux suivants" slots={upcoming.slice(IN_TABLE)} {...page} />
          </Others>
        </div>
      )}
      <SlotList
        title={isTable ? "Réservations" : "À venir"}
        slots={isTable ? upcoming.filter(hasBookings) : upcoming}
        {...page}
      />
      {past.length > 0 && (
        <div>
          <SlotList title="Passés" slots={past.slice(0, PAST_SHOWN)} {...page} />
          <Others count={past.length - PAST_SHOWN}>
            <SlotList title="Plus anciens" slots={past.slice(PAST_SHOWN)} {...page} />
          </Others>
        </div>
      )}
    </div>
  );
}

function Others({ count, children }: { count: number; children: ReactNode }) {
  if (count <= 0) return null;
  return (
    <details className="group/others mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-14 font-label text-sage-600">
        {count === 1 ? "Voir 1 autre créneau" : `Voir ${count} autres créneaux`}
        <Icon
          of={ChevronDown}
          className="size-4 transition-transform group-open/others:rotate-180"
        />
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function hasBookings({ bookings }: ManagedSlot): boolean {
  return bookings.length > 0;
}

function when(slot: ManagedSlot): string {
  return `${formatShortDate(slot.start)} · ${formatTime(slot.start)}\u00a0-\u00a0${formatEnd(slot.start, slot.end)}`;
}

function SlotTable({ title, slots, ...page }: Listed & { title: string }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-14 figures">
        <caption className="sr-only">{title}</caption>
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="py-2 pr-4 font-label">
              Créneau
            </th>
            <th scope="col" className="py-2 pr-4 font-label">
              Places libres
            </th>
            <th scope="col" className="py-2 font-label">
              Réservations
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-sand-300 align-top">
          {slots.map((slot) => (
            <tr key={slot.id}>
              <td className="py-2 pr-4">
                {when(slot)}
                {!hasBookings(slot) && <CallOffSlot slot={slot} {...page} />}
              </td>
              <td className="py-2 pr-4">
                {slot.isActive ? <Seats slot={slot} of=" / " /> : "Annulé"}
              </td>
              <td className="py-2">{slot.bookings.filter(isLive).length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SlotList({ title, slots, ...page }: Listed & { title: string }) {
  if (slots.length === 0) return null;
  return (
    <section>
      <h5 className="text-14 font-label text-ink-soft">{title}</h5>
      <ul className="mt-2 grid gap-3">
        {slots.map((slot) => (
          <li key={slot.id} className="rounded-control bg-paper px-4 py-3">
            <p className="flex flex-wrap justify-between gap-x-4 figures">
              <span className="font-label">{when(slot)}</span>
              {slot.isActive ? (
                <span className="text-14 text-ink-soft">
                  <Seats
                    slot={slot}
                    of={slot.availableSpots > 1 ? " places libres sur " : " place libre sur "}
                  />
                </span>
              ) : (
                <Badge tone="danger">Annulé</Badge>
              )}
            </p>
            {slot.bookings.length > 0 ? (
              <ul className="mt-2 divide-y divide-sand-300">
                {slot.bookings.map((booking) => (
                  <BookedBy key={booking.id} booking={booking} start={slot.start} {...page} />
                ))}
              </ul>
            ) : (
              <p className="mt-1 text-14 text-ink-soft">Aucune réservation</p>
            )}
            <CallOffSlot slot={slot} {...page} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Closes an already closed slot too, while somebody still holds a seat in it. */
function CallOffSlot({ edition, slot, now, discover }: Page & { slot: ManagedSlot }) {
  const live = slot.bookings.filter(isLive);
  if (slot.start <= now || !(slot.isActive || live.length > 0)) return null;
  const confirmed = live.filter(({ status }) => status === "confirmed");
  const paid = confirmed.filter(({ isDisputed }) => !isDisputed);
  const disputed = confirmed.length - paid.length;
  const isDeciding = live.some(({ isProcessing }) => isProcessing);
  const amount = cents(
    paid.reduce((sum, one) => {
      return sum + stillPaidCents(one) + one.sellersLeftCents;
    }, 0),
  );
  const back =
    amount > 0
      ? `${formatPrice(amount)} remboursés à vos clients`
      : "Rien n'a été payé par vos clients";
  const consequence =
    live.length === 0
      ? "Personne n'a réservé. Le créneau ne sera plus proposé."
      : `${live.length} réservation${live.length > 1 ? "s" : ""} à annuler. ${back}, prévenus par e-mail.${disputed > 0 ? " Des paiements contestés, la banque des clients décide." : ""}${isDeciding ? " Un paiement en cours ne peut pas être annulé : s'il aboutit, il est remboursé aussitôt." : ""}`;
  return (
    <ProfessionalCancellation
      edition={edition}
      discover={discover}
      slotId={slot.id}
      label="Annuler ce créneau"
      consequence={consequence}
    />
  );
}

function BookedBy({
  booking,
  start,
  edition,
  now,
  discover,
}: Page & { booking: ManagedBooking; start: Date }) {
  const { allowed } = canCancel({ ...booking, start, refundableUntil: now }, "professional", now);
  const refund = refundNote(booking);
  const forSale = resaleNote(booking.resale, booking.resaleAt);
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="font-label wrap-anywhere">{booking.clientName}</span>
        {booking.seats + booking.seatsCancelled > 1 && (
          <span className="figures">{standingLabel(booking)}</span>
        )}
        {managerBadges(booking).map((badge) => (
          <StateBadge key={badge.label} {...badge} />
        ))}
        <span className="ml-auto figures">{priceLabel(shownPrice(booking))}</span>
      </div>
      {refund && <p className="mt-1 text-14 font-label figures">{refund}</p>}
      {forSale && <p className="mt-1 text-14 figures">{forSale}</p>}
      <p className="text-14 wrap-anywhere text-ink-soft">{booking.clientEmail}</p>
      {booking.companions && <p className="text-14 wrap-anywhere">Avec {booking.companions}</p>}
      {booking.bookingNotes && (
        <p className="mt-1 text-14 whitespace-pre-line wrap-anywhere">« {booking.bookingNotes} »</p>
      )}
      {booking.status === "confirmed" && (
        <TextLink to={addresses.bookingMessages(booking.id)} discover={discover}>
          Écrire à {booking.clientName}
        </TextLink>
      )}
      {allowed && (
        <ProfessionalCancellation
          edition={edition}
          discover={discover}
          bookingId={booking.id}
          label="Annuler cette réservation"
          consequence={bookingConsequence(booking)}
        />
      )}
    </li>
  );
}

function isLive({ status }: ManagedBooking): boolean {
  return status !== "cancelled";
}

function Seats({ slot, of }: { slot: ManagedSlot; of: string }) {
  const { availableSpots: free, capacity, outside, reserved } = slot;
  const withheld = capacity - free - slot.taken;
  const others = [
    outside > 0 && `${outside} hors site`,
    reserved > 0 && `${reserved} gardée${reserved > 1 ? "s" : ""} pour une proposition`,
    withheld > 0 && `${withheld} non proposée${withheld > 1 ? "s" : ""}`,
  ].filter(Boolean);
  return (
    <>
      {free}
      {of}
      {capacity}
      {others.length > 0 && <span className="text-ink-soft"> · {others.join(" · ")}</span>}
    </>
  );
}
