import { z } from "zod";
import type { PresenceCount } from "../bookings/presence/rules.ts";
import type { AskedHour } from "../bookings/proposals/schema.ts";
import type { PublishedSlot } from "../catalogue/publishing/schema.ts";
import { addDays, dayKey, fromParis } from "../dates.ts";
import { DAY } from "../durations.ts";
import type { Cents } from "../money.ts";
import type { PriceView } from "../prices/rules.ts";
import type { OpeningHour } from "../professionals/working-time/rules.ts";

/** In days. */
export const MAX_DAYS = 31;
const WEEK = 7;

const WHEN = "Indiquez un jour, « 2026-11-20 », ou un instant";
const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && fromParis(`${text}T12:00`) !== null;
const when = z
  .string(WHEN)
  .refine((text) => isDay(text) || z.iso.datetime({ offset: true }).safeParse(text).success, WHEN)
  .optional();

export const agendaInput = z.object({ from: when, to: when });

/** Null if it ends before it begins, or is longer than a month. */
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
  const longest = MAX_DAYS * DAY + DAY / 12;
  if (!end || end <= begin || end.getTime() - begin.getTime() > longest) return null;
  return { from: begin, to: end };
}

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
  name: string;
  initials: string;
  note: string | null;
  isFirst: boolean;
  /** Null until recorded (rule: presence-code). */
  presence: "present" | "late" | "absent" | null;
  counts: PresenceCount;
  seats: number;
  /** Null if not given (rule: for-several). */
  companions: string | null;
  /** Null unless for sale again (rule: resale). */
  resaleAt: Date | null;
  isHeld: boolean;
  /** In cents, if the booking were cancelled now. */
  dueCents: Cents;
}

/** Lost their seats with the slot (rule: outside-clients-told). */
interface LostClient {
  id: string;
  name: string | null;
  seats: number;
  isTold: boolean;
}

export interface AgendaSlot
  extends Omit<PublishedSlot, "slotId" | "priceCents" | "path" | "message"> {
  id: string;
  isOnline: boolean;
  address: string | null;
  city: string | null;
  held: number;
  outside: number;
  reserved: number;
  /** Tells whether the offering's schedule created it (rule: slots-ahead). */
  comesAgain: boolean;
  state: AgendaState;
  /** Booked, and so closes this one (rule: one-place). */
  overlaps: { title: string; start: Date } | null;
  price: PriceView;
  people: AgendaPerson[];
  /** The hour that its clients are asked to move to (rule: another-hour). */
  proposal: AskedHour | null;
  lost: LostClient[];
}

/** A time at which the professional is busy elsewhere (rule: own-time). */
export interface Busy {
  id: string;
  source: "absence" | "busy" | "outside" | "calendar";
  start: Date;
  end: Date;
  title: string | null;
  isOverBooking: boolean;
}

export interface AgendaView {
  from: Date;
  to: Date;
  slots: AgendaSlot[];
  busy: Busy[];
  openings: OpeningHour[];
}
