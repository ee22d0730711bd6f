import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { placeLabel } from "#core/catalogue/labels.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { cents, priceLabel } from "#core/money.ts";
import { bookingPath, rankLabel, waitingLabel } from "#core/waiting-list/labels.ts";
import type { WaitingSlot, WaitingView } from "#core/waiting-list/schema.ts";
import { sessionPicture } from "../catalogue/session-picture.ts";

/** A full slot as a page shows it. */
export interface SlotWords {
  title: string;
  /** « samedi 21 novembre, 18:30 » */
  when: string;
  /** « Atelier Sève, Lyon » */
  where: string;
  /** The name of a drawing. */
  picture: string;
  /** « 4 personnes attendent » */
  waiting: string;
}

/** One's own place in its line. */
export interface EntryWords extends SlotWords {
  id: string;
  slotId: string;
  /** « 2e place dans la file » */
  rank: string;
  /** « 2 places » */
  seats: string;
  /** The seats that are kept: « Une place vous est gardée jusqu'à 14:32 », and their price. */
  offer: { text: string; price: string } | null;
  /** « Une place est libre », for everybody; null while there are too few. */
  free: string | null;
  /** Where they are booked. */
  book: string;
}

export function slotWords(slot: WaitingSlot): SlotWords {
  const { offeringId: id, title, category, start, waiting, professionalName } = slot;
  return {
    title,
    when: `${formatLongDay(start)}, ${formatTime(start)}`,
    where: `${professionalName}, ${placeLabel(slot)}`,
    picture: sessionPicture({ id, category }),
    waiting: waitingLabel(waiting),
  };
}

export function entryWords(entry: WaitingView): EntryWords {
  const { id, slotId, rank, seats, offer, onSale } = entry;
  const isOne = seats === 1;
  const kept = isOne ? "Une place vous est gardée" : `${seats} places vous sont gardées`;
  const free = isOne ? "Une place est libre" : `${seats} places sont libres`;
  return {
    ...{ ...slotWords(entry), id, slotId },
    ...{ rank: rankLabel(rank), seats: seatsLabel(seats), book: bookingPath(entry) },
    offer: offer && {
      text: `${kept} jusqu'à ${formatTime(offer.until)}`,
      price: priceLabel(cents(offer.priceCents * seats)),
    },
    free: !offer && onSale >= seats ? `${free} : à qui réserve en premier.` : null,
  };
}
