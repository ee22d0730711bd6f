import { addDays, dayKey, fromParis, toParis } from "../dates.ts";
import { DAY, MINUTE } from "../durations.ts";
import { type OpeningHour, openingsOn } from "../professionals/working-time/rules.ts";
import type { AgendaSlot, AgendaState } from "./schema.ts";

export interface Judged {
  start: Date;
  end: Date;
  isActive: boolean;
  isOffered: boolean;
  free: number;
  held: number;
  /** Confirmed, from elsewhere, or kept for a proposal. */
  taken: number;
  reserved: number;
  isAbsent: boolean;
  isOverlapped: boolean;
  isBusy: boolean;
  /** Bookable now (rules: bookable, notice). */
  isOpen: boolean;
}

/** Prefers the state that the professional can do least about (rule: notice). */
export function agendaState(slot: Judged, now: Date): AgendaState {
  if (!slot.isActive) return "cancelled";
  if (slot.end <= now) return "past";
  if (slot.isAbsent) return "absence";
  const hasBegun = slot.start <= now;
  if (hasBegun && slot.taken > 0) return "running";
  if (!slot.isOffered) return "paused";
  if (slot.free === 0) {
    if (slot.held > 0) return "held";
    if (slot.reserved > 0) return "reserved";
    return slot.taken > 0 ? "full" : "withheld";
  }
  if (slot.isOverlapped) return "overlap";
  if (slot.isBusy) return "busy";
  if (hasBegun) return "running";
  if (!slot.isOpen) return "notice";
  return slot.taken + slot.held > 0 ? "part" : "free";
}

/** The number of seats that were booked here (rule: for-several). */
export function seatsOf(people: readonly { seats: number }[]): number {
  return people.reduce((sum, { seats }) => sum + seats, 0);
}

export function takenSeats({ people, held, outside, reserved }: AgendaSlot): number {
  return seatsOf(people) + held + outside + reserved;
}

/** Includes clients who booked elsewhere (rule: own-time). */
export function attendees({ people, outside }: AgendaSlot): number {
  return seatsOf(people) + outside;
}

/** Only in the future, while nobody has a seat (rule: slot-edits). */
export function isMovable(slot: AgendaSlot, now: Date): boolean {
  return takenSeats(slot) === 0 && slot.start > now && slot.state !== "cancelled";
}

export function daysOf({ from, to }: { from: Date; to: Date }): string[] {
  const last = dayKey(new Date(to.getTime() - 1));
  const days = [dayKey(from)];
  for (let day = days[0] ?? last; day < last; ) {
    day = addDays(day, 1);
    days.push(day);
  }
  return days;
}

export interface Drawn<Item> {
  item: Item;
  top: number;
  height: number;
  lane: number;
  lanes: number;
}

const LEAST_HEIGHT = 15;
const MIDNIGHT = DAY / MINUTE;

/** Minutes since midnight in Paris; 1 440 at the end of the day and later. */
function minuteOf(instant: Date, day: string): number {
  const [on = "", time = ""] = toParis(instant).split("T");
  if (on !== day) return on < day ? 0 : MIDNIGHT;
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** Autumn's repeated hour is drawn once, side by side; items come in the order of their starts. */
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
      // When summer time ends, an item may seem to end before it began: then its duration decides.
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

export function openParts(
  day: string,
  openings: readonly OpeningHour[],
  { first, last }: { first: number; last: number },
): { from: number; to: number }[] {
  const part = (minute: number) => Math.min(1, Math.max(0, (minute / 60 - first) / (last - first)));
  return layDay(day, openingsOn(day, openings)).map(({ top, height }) => ({
    ...{ from: part(top), to: part(top + height) },
  }));
}

/** Autumn's clock shows two hours alike. */
export function isSecondTime(instant: Date): boolean {
  const first = fromParis(toParis(instant));
  return first !== null && instant.getTime() - first.getTime() >= 60 * MINUTE;
}

const USUAL = { first: 8, last: 20 };

export function hoursOf(drawn: readonly Pick<Drawn<unknown>, "top" | "height">[]) {
  const first = Math.min(USUAL.first, ...drawn.map(({ top }) => Math.floor(top / 60)));
  const last = Math.max(
    USUAL.last,
    ...drawn.map(({ top, height }) => Math.ceil((top + height) / 60)),
  );
  return { first, last };
}
