import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY, HOUR } from "../durations.ts";
import type { Cents } from "../money.ts";
import { CHECKOUT_LIFETIME } from "../payments/rules.ts";
import type { Recurrence, SlotView, Unbookable, Weekday } from "./schema.ts";

/** The last-minute list goes up to and including 72 h ahead (rule: last-minute). */
export const LAST_MINUTE_HOURS = 72;
export const LAST_MINUTE_WINDOW = LAST_MINUTE_HOURS * HOUR;

const LAST_MINUTE_BADGE = DAY;

/**
 * Whether a card bears the last-minute badge: the next slot starts in strictly under 24 h (rule:
 * last-minute).
 */
export function isLastMinute(start: Date | null, now: Date): boolean {
  return start !== null && start.getTime() - now.getTime() < LAST_MINUTE_BADGE;
}

/** The price for the client: the reduced one when there is one. */
export function clientPrice(session: {
  priceCents: Cents;
  discountedPriceCents: Cents | null;
}): Cents {
  return session.discountedPriceCents ?? session.priceCents;
}

/** Whole percent off, rounded down so that no card promises more than it gives; null without one. */
export function discountPercent(session: {
  priceCents: Cents;
  discountedPriceCents: Cents | null;
}): number | null {
  const { priceCents, discountedPriceCents } = session;
  if (discountedPriceCents === null || discountedPriceCents >= priceCents) return null;
  return Math.floor(((priceCents - discountedPriceCents) * 100) / priceCents);
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

// ─── Slots that come again (rule: slots-ahead) ───────────────────────────────────────────────────────────────

/** Slots exist this far ahead: eight weeks. */
export const HORIZON_DAYS = 56;

/** Starts after `now`, as far as slots are made ahead: the same wall clock in Paris, all year. */
export function occurrences({ days, time, until }: Recurrence, now: Date): Date[] {
  const today = dayKey(now);
  const starts = Array.from({ length: HORIZON_DAYS + 1 }, (_, step) => addDays(today, step))
    .filter((day) => days.includes(weekdayOf(day)) && (until === null || day <= until))
    .map((day) => fromParis(`${day}T${time}`));
  return starts.filter((start) => start !== null && start > now) as Date[];
}

/** The recurrence as it is stored; null for a single date. */
export function recurrenceOf(stored: {
  isRecurring: boolean;
  recurringDays: string[] | null;
  recurringStartTime: string | null;
  recurringUntil: string | null;
}): Recurrence | null {
  const { isRecurring, recurringDays, recurringStartTime, recurringUntil } = stored;
  if (!isRecurring || !recurringDays || !recurringStartTime) return null;
  const days = recurringDays as Weekday[];
  return { days, time: recurringStartTime.slice(0, 5), until: recurringUntil };
}

export const SUNDAY_FIRST: readonly Weekday[] = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
];

/** The weekday of a calendar day, « 2026-11-20 ». */
export function weekdayOf(day: string): Weekday {
  return SUNDAY_FIRST[new Date(`${day}T00:00Z`).getUTCDay()] ?? "sunday";
}

// ─── Editing slots (rule: slot-edits) ───────────────────────────────────────────────────────────────────────

/** The longest that any hold lasts: when to look again at a slot whose last seats are held. */
export const LONGEST_HOLD = CHECKOUT_LIFETIME;
