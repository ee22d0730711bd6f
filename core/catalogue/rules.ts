import { DAY } from "../durations.ts";
import type { SlotView, Unbookable } from "./schema.ts";

const LAST_MINUTE_BADGE = DAY;

/** Starts in less than 24 hours (rule: last-minute). */
export function isLastMinute(start: Date | null, now: Date): boolean {
  return start !== null && start.getTime() - now.getTime() < LAST_MINUTE_BADGE;
}

/** Of several reasons, the one that they can do least about (rule: bookable). */
export function whyUnbookable(session: {
  isActive: boolean;
  isPayable: boolean;
  isOwn: boolean;
  slots: readonly Pick<SlotView, "availableSpots" | "heldUntil" | "closed">[];
}): Unbookable | null {
  if (!session.isActive) return "inactive";
  if (!session.isPayable) return "professional_unavailable";
  if (session.slots.length === 0) return "no_slot";
  if (session.slots.every((slot) => slot.availableSpots === 0 || slot.closed)) {
    if (session.slots.some((slot) => slot.heldUntil && !slot.closed)) return "held";
    return session.slots.some((slot) => slot.availableSpots === 0) ? "sold_out" : "closed";
  }
  return session.isOwn ? "own" : null;
}

/** Addresses are kept, so the page stays (rule: not-found); only its owner sees its slots. */
export function asShown<View extends { isActive: boolean; slots: unknown[]; nextSlot: unknown }>(
  view: View,
  isOwn: boolean,
): View {
  return view.isActive || isOwn ? view : { ...view, slots: [], nextSlot: null };
}

/** Hides the street unless it is public (rule: public-address). */
export function asTold<Place extends Parameters<typeof inCity>[0] & { isAddressPublic: boolean }>(
  place: Place,
): Place {
  return place.isAddressPublic ? place : inCity(place);
}

/** Only buyers may read the street (rule: somewhere-to-go). */
export function inCity<Place extends { address: string | null; postalCode: string | null }>(
  place: Place,
): Place {
  return { ...place, address: null, postalCode: null };
}
