import { addDays, dayKey, fromParis, toParis } from "../dates.ts";
import { DAY, MINUTE } from "../durations.ts";
import type { AgendaSlot, AgendaState } from "./schema.ts";

/** Everything that decides about a slot's state. */
export interface Judged {
  start: Date;
  end: Date;
  /** The slot itself, and its offering. */
  isActive: boolean;
  isOffered: boolean;
  free: number;
  held: number;
  /** Seats that somebody has: confirmed, from elsewhere, or kept for a proposal. */
  taken: number;
  isAbsent: boolean;
  isOverlapped: boolean;
  isBusy: boolean;
  /** Whether a seat can be booked now (rules: bookable, notice). */
  isOpen: boolean;
}

/**
 * A slot's state; the reason that its professional can do least about comes first. One that closes
 * soon and was never closed by anything else is « notice » (rule: notice). One without a seat on sale
 * that nobody has is « withheld », not full.
 */
export function agendaState(slot: Judged, now: Date): AgendaState {
  if (!slot.isActive) return "cancelled";
  if (slot.end <= now) return "past";
  if (slot.isAbsent) return "absence";
  if (!slot.isOffered) return "paused";
  if (slot.free === 0) {
    if (slot.held > 0) return "held";
    return slot.taken > 0 ? "full" : "withheld";
  }
  if (slot.isOverlapped) return "overlap";
  if (slot.isBusy) return "busy";
  if (!slot.isOpen) return "notice";
  return slot.taken + slot.held > 0 ? "part" : "free";
}

/** The seats of those who booked here (rule: for-several). */
export function seatsOf(people: readonly { seats: number }[]): number {
  return people.reduce((sum, { seats }) => sum + seats, 0);
}

/** Seats that are not on sale because somebody has them. */
export function takenSeats({ people, held, outside, reserved }: AgendaSlot): number {
  return seatsOf(people) + held + outside + reserved;
}

/** How many have a seat: those who booked here, and clients from elsewhere (rule: own-time). */
export function attendees({ people, outside }: AgendaSlot): number {
  return seatsOf(people) + outside;
}

/** Whether its hours may be changed: nobody has a seat in it, and it is to come (rule: slot-edits). */
export function isMovable(slot: AgendaSlot, now: Date): boolean {
  return takenSeats(slot) === 0 && slot.start > now && slot.state !== "cancelled";
}

// ─── Days as they are drawn ────────────────────────────────────────────────────────────────────

/** The calendar days of a stretch, « 2026-11-20 » each; one that is cut counts. */
export function daysOf({ from, to }: { from: Date; to: Date }): string[] {
  const last = dayKey(new Date(to.getTime() - 1));
  const days = [dayKey(from)];
  for (let day = days[0] ?? last; day < last; ) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
}

/** Something with hours, drawn in a day. */
export interface Drawn<Item> {
  item: Item;
  /** Minutes on the clock from midnight, and how many it is high: the hours that a wall clock shows. */
  top: number;
  height: number;
  /** Side by side with what it overlaps: the place from the left, of so many. */
  lane: number;
  lanes: number;
}

const LEAST_HEIGHT = 15;
const MIDNIGHT = DAY / MINUTE;

/** Minutes that a clock in Paris shows at an instant; 1 440 from the end of the day on. */
function minuteOf(instant: Date, day: string): number {
  const [on = "", time = ""] = toParis(instant).split("T");
  if (on !== day) return on < day ? 0 : MIDNIGHT;
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/**
 * Lays out what happens in one day, by the clock on the wall. The hour that comes twice in autumn
 * is drawn once: what happens in both stands side by side. The one that spring skips stays empty.
 *
 * @param items in order of their starts; those of other days are left out.
 */
export function layDay<Item extends { start: Date; end: Date }>(
  day: string,
  items: readonly Item[],
): Drawn<Item>[] {
  const begin = fromParis(`${day}T00:00`);
  const end = fromParis(`${addDays(day, 1)}T00:00`);
  if (!begin || !end) return [];
  const drawn: Drawn<Item>[] = [];
  let group: Drawn<Item>[] = [];
  let groupEnd = 0;
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane + 1));
    for (const one of group) one.lanes = lanes;
    group = [];
  };
  const tops = items
    .filter((item) => item.start < end && item.end > begin)
    .map((item) => {
      const top = Math.min(minuteOf(item.start, day), MIDNIGHT - LEAST_HEIGHT);
      const shown = minuteOf(item.end, day) - top;
      // Across the end of summer time a clock shows an earlier end than start: then the time counts.
      const lasted = (Math.min(+item.end, +end) - Math.max(+item.start, +begin)) / MINUTE;
      const height = Math.max(LEAST_HEIGHT, shown > 0 ? shown : lasted);
      return { item, top, height: Math.min(height, MIDNIGHT - top) };
    })
    .sort((one, other) => one.top - other.top);
  for (const { item, top, height } of tops) {
    if (top >= groupEnd) close();
    const taken = group.filter((one) => one.top + one.height > top).map(({ lane }) => lane);
    let lane = 0;
    while (taken.includes(lane)) lane += 1;
    const one = { item, top, height, lane, lanes: 1 };
    group.push(one);
    drawn.push(one);
    groupEnd = Math.max(group.length === 1 ? 0 : groupEnd, top + height);
  }
  close();
  return drawn;
}

/** Whether a clock in Paris shows the hour of this instant twice, and this is the second time. */
export function isSecondTime(instant: Date): boolean {
  const first = fromParis(toParis(instant));
  return first !== null && instant.getTime() - first.getTime() >= 60 * MINUTE;
}

/** Hours that a day's drawing shows, when nothing is earlier or later. */
const USUAL = { first: 8, last: 20 };

/** The first and the last hour of the drawing that holds all of these. */
export function hoursOf(drawn: readonly Pick<Drawn<unknown>, "top" | "height">[]) {
  const first = Math.min(USUAL.first, ...drawn.map(({ top }) => Math.floor(top / 60)));
  const last = Math.max(
    USUAL.last,
    ...drawn.map(({ top, height }) => Math.ceil((top + height) / 60)),
  );
  return { first, last };
}
