import { DAY } from "../durations.ts";
import type { SlotView, Unbookable } from "./schema.ts";

const LAST_MINUTE_BADGE = DAY;

/**
 * Whether a card bears the last-minute badge: the next slot starts in strictly under 24 h (rule:
 * last-minute).
 */
export function isLastMinute(start: Date | null, now: Date): boolean {
  return start !== null && start.getTime() - now.getTime() < LAST_MINUTE_BADGE;
}

/**
 * Why this visitor cannot book a session; the reason that they can do least about comes first
 * (rule: bookable).
 */
export function whyUnbookable(session: {
  isActive: boolean;
  /** The professional's account is active and may be paid. */
  isPayable: boolean;
  isOwn: boolean;
  /** Slots to come. */
  slots: readonly Pick<SlotView, "availableSpots" | "heldUntil" | "closed">[];
}): Unbookable | null {
  if (!session.isActive) return "inactive";
  if (!session.isPayable) return "professional_unavailable";
  if (session.slots.length === 0) return "no_slot";
  if (session.slots.every((slot) => slot.availableSpots === 0 || slot.closed)) {
    return session.slots.some((slot) => slot.heldUntil && !slot.closed) ? "held" : "sold_out";
  }
  return session.isOwn ? "own" : null;
}

/**
 * A deactivated session keeps its page, which says so, because people keep addresses (rule:
 * not-found); only its owner still sees its dates.
 */
export function asShown<View extends { isActive: boolean; slots: unknown[]; nextSlot: unknown }>(
  view: View,
  isOwn: boolean,
): View {
  return view.isActive || isOwn ? view : { ...view, slots: [], nextSlot: null };
}

/** A place as everybody may read it: the street is for its buyers (rule: somewhere-to-go). */
export function inCity<Place extends { address: string | null; postalCode: string | null }>(
  place: Place,
): Place {
  return { ...place, address: null, postalCode: null };
}
