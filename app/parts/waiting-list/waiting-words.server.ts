import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { placeLabel } from "#core/catalogue/labels.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { cents, priceLabel } from "#core/money.ts";
import { bookingPath, rankLabel, waitingLabel } from "#core/waiting-list/labels.ts";
import type { WaitingSlot, WaitingView } from "#core/waiting-list/schema.ts";
import { sessionPicture } from "../catalogue/session-picture.ts";

export type SlotWords = ReturnType<typeof slotWords>;
export type EntryWords = ReturnType<typeof entryWords>;

export function slotWords(slot: WaitingSlot) {
  const { offeringId: id, title, category, start, waiting, professionalName } = slot;
  return {
    title,
    when: `${formatLongDay(start)}, ${formatTime(start)}`,
    where: `${professionalName}, ${placeLabel(slot)}`,
    picture: sessionPicture({ id, category }),
    waiting: waitingLabel(waiting),
  };
}

export function entryWords(entry: WaitingView) {
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
