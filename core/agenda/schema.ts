import { z } from "zod";
import type { PresenceCount } from "../bookings/presence/rules.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY } from "../durations.ts";
import type { Cents } from "../money.ts";
import type { PriceView } from "../prices/schema.ts";

/** One answer shows at most a month. */
export const MOST_DAYS = 31;
/** A week, from today on, when nothing else is asked for. */
const WEEK = 7;

const WHEN = "Indiquez un jour, « 2026-11-20 », ou un instant";
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && fromParis(`${text}T12:00`) !== null;
const when = z
  .string(WHEN)
  .refine((text) => isDay(text) || z.iso.datetime({ offset: true }).safeParse(text).success, WHEN)
  .optional();

/**
 * A stretch of time: days of Paris, the last one included, or instants, the last one excluded. A
 * day of a clock change has 23 or 25 hours.
 */
export const agendaInput = z.object({ from: when, to: when });

/**
 * The instants of a parsed stretch; null when it ends before it begins, or is longer than a month.
 *
 * @param now begins the stretch that says nothing else, with the day that it is in Paris.
 */
export function stretchOf(
  { from, to }: z.output<typeof agendaInput>,
  now: Date,
): { from: Date; to: Date } | null {
  const instantOf = (text: string, days: number) =>
    isDay(text) ? fromParis(`${addDays(text, days)}T00:00`) : new Date(text);
  const begin = instantOf(from ?? dayKey(now), 0);
  if (!begin) return null;
  const end = instantOf(to ?? addDays(dayKey(begin), WEEK - 1), 1);
  // Two hours more than the days have: one of them may be the longest of the year.
  const longest = MOST_DAYS * DAY + DAY / 12;
  if (!end || end <= begin || end.getTime() - begin.getTime() > longest) return null;
  return { from: begin, to: end };
}

/**
 * The meaning of a slot to its professional. It follows from everything else and is stored nowhere
 * (rules.ts).
 */
export type AgendaState =
  | "free"
  | "part"
  | "full"
  | "held"
  | "withheld"
  | "overlap"
  | "busy"
  | "absence"
  | "notice"
  | "paused"
  | "past"
  | "cancelled";

/** Somebody who comes, as their professional may know them (rule: public-columns). */
export interface AgendaPerson {
  bookingId: string;
  /** « Julie M. »; empty for an account without a name. */
  name: string;
  /** « JM » */
  initials: string;
  note: string | null;
  /** Their first booking with this professional. */
  isFirst: boolean;
  /** Null until somebody has said it (rule: presence-code). */
  presence: "present" | "late" | "absent" | null;
  /** How often they came, over all that they booked with this professional. */
  counts: PresenceCount;
  seats: number;
  /** The first names of those who come along; null where none were said (rule: for-several). */
  companions: string | null;
  /** The sum that a cancellation would give back. */
  dueCents: Cents;
}

export interface AgendaSlot {
  id: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  end: Date;
  isOnline: boolean;
  address: string | null;
  city: string | null;
  capacity: number;
  /** Seats on sale. */
  free: number;
  /** Seats of open checkouts. */
  held: number;
  /** Seats of clients from elsewhere, and those kept for a proposal. */
  outside: number;
  reserved: number;
  isParallel: boolean;
  /** Whether a rule of its offering's schedule makes it (rule: slots-ahead). */
  comesAgain: boolean;
  /** Counts its edits (rule: edit-version). */
  version: number;
  state: AgendaState;
  /** The slot with somebody in it that closes this one (rule: one-place). */
  overlaps: { title: string; start: Date } | null;
  price: PriceView;
  people: AgendaPerson[];
}

/** Hours at which the professional does nothing here (rule: own-time). */
export interface Busy {
  id: string;
  source: "absence" | "busy" | "outside" | "calendar";
  start: Date;
  end: Date;
  /** For the professional alone. */
  title: string | null;
  /** It lies over a slot in which somebody has a seat. */
  isOverBooking: boolean;
}

export interface AgendaView {
  from: Date;
  to: Date;
  /** Earliest first. */
  slots: AgendaSlot[];
  busy: Busy[];
}
