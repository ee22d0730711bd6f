import { z } from "zod";
import type { PresenceCount } from "../bookings/presence/rules.ts";
import type { AskedHour } from "../bookings/proposals/schema.ts";
import type { SlotKind } from "../catalogue/schema.ts";
import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY } from "../durations.ts";
import type { Cents } from "../money.ts";
import type { PriceView } from "../prices/schema.ts";
import type { OpeningHour } from "../professionals/working-time/rules.ts";

/** The longest period that one answer covers, in days. */
export const MOST_DAYS = 31;
/** The number of days, from today on, if the caller does not say. */
const WEEK = 7;

const WHEN = "Indiquez un jour, « 2026-11-20 », ou un instant";
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && fromParis(`${text}T12:00`) !== null;
const when = z
  .string(WHEN)
  .refine((text) => isDay(text) || z.iso.datetime({ offset: true }).safeParse(text).success, WHEN)
  .optional();

/** A period: either days in Paris, the last one included, or instants, the last one excluded. */
export const agendaInput = z.object({ from: when, to: when });

/**
 * The instants of a parsed period; null if it ends before it begins, or is longer than a month.
 *
 * @param now the default period begins with the day in Paris at this instant.
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
  // Two hours of margin, because a period may contain the day on which the clocks go back.
  const longest = MOST_DAYS * DAY + DAY / 12;
  if (!end || end <= begin || end.getTime() - begin.getTime() > longest) return null;
  return { from: begin, to: end };
}

/** The state of a slot for its professional. It is calculated (rules.ts) and never stored. */
export type AgendaState =
  | "free"
  | "part"
  | "full"
  | "held"
  | "reserved"
  | "withheld"
  | "overlap"
  | "busy"
  | "absence"
  | "notice"
  | "running"
  | "paused"
  | "past"
  | "cancelled";

/** A client, with the details that their professional may see (rule: public-columns). */
export interface AgendaPerson {
  bookingId: string;
  /** « Julie M. »; empty for an account without a name. */
  name: string;
  /** « JM » */
  initials: string;
  note: string | null;
  /** Whether this is their first booking with this professional. */
  isFirst: boolean;
  /** Null until the presence was recorded (rule: presence-code). */
  presence: "present" | "late" | "absent" | null;
  /** How often they came to their bookings with this professional. */
  counts: PresenceCount;
  seats: number;
  /** The first names of the people they bring along; null if not given (rule: for-several). */
  companions: string | null;
  /** Since when their seats are for sale again, and whether somebody is paying for them (rule: resale). */
  resaleAt: Date | null;
  isHeld: boolean;
  /** The refund if the booking were cancelled now. */
  dueCents: Cents;
}

/** A client from elsewhere whose seats went with the slot (rule: outside-clients-told). */
export interface LostClient {
  id: string;
  name: string | null;
  seats: number;
  isTold: boolean;
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
  /** Seats held by unpaid checkouts. */
  held: number;
  /** Seats of clients who booked elsewhere, and those reserved for a proposal. */
  outside: number;
  reserved: number;
  isParallel: boolean;
  /** Whether the offering's schedule created it (rule: slots-ahead). */
  comesAgain: boolean;
  /** The number of its edits (rule: edit-version). */
  version: number;
  state: AgendaState;
  /** The booked slot that closes this one, because they overlap (rule: one-place). */
  overlaps: { title: string; start: Date } | null;
  price: PriceView;
  people: AgendaPerson[];
  /** The hour that its clients are asked to move to (rule: another-hour). */
  proposal: AskedHour | null;
  /** In the order in which they were added. */
  lost: LostClient[];
}

/** A time at which the professional is busy elsewhere (rule: own-time). */
export interface Busy {
  id: string;
  source: "absence" | "busy" | "outside" | "calendar";
  start: Date;
  end: Date;
  /** Shown to the professional only. */
  title: string | null;
  /** Whether it overlaps a booked slot. */
  isOverBooking: boolean;
}

export interface AgendaView {
  from: Date;
  to: Date;
  /** Earliest first. */
  slots: AgendaSlot[];
  busy: Busy[];
  /** Of a whole week; empty if none are set. */
  openings: OpeningHour[];
}
