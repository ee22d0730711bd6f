import { formatShortDate, formatTime } from "../../dates.ts";
import { MINUTE } from "../../durations.ts";
import type { SlotInput } from "../fields/schema.ts";
import type { Recurrence } from "../schema.ts";
import { whyNotStart } from "../slots/rules.ts";
import type { HeldSlot, SlotChanges, SlotState } from "../slots/write-slots.server.ts";
import { isSameRecurrence, makes } from "./rules.ts";

interface SlotRefusal {
  why: string;
  at?: { slot: number; field: "start" | "availableSpots" };
}

interface SlotsInput {
  /** Those that the owner wants; undefined leaves them as they are. */
  slots: readonly SlotInput[] | undefined;
  seen: readonly string[] | undefined;
  capacity: number;
  /** In minutes. */
  duration: number;
  /** The offering's previous duration and capacity. A slot that differs from them has its own. */
  was?: { duration: number; capacity: number };
  before: Recurrence | null;
  after: Recurrence | null;
  /** The starts of all rules of the schedule, if it has more than one rule. */
  made?: ReadonlySet<number>;
}

/** Booked slots keep id, hours and seats (rule: slot-edits). */
export function changeSlots(
  held: readonly HeldSlot[],
  input: SlotsInput,
  now: Date,
): SlotChanges | { refused: SlotRefusal[] } {
  const refused: SlotRefusal[] = [];
  const changes: SlotChanges = { insert: [], update: [], close: [], delete: [] };
  const endOf = (start: Date) => new Date(start.getTime() + input.duration * MINUTE);
  const wasMade = (start: Date) => input.made?.has(+start) ?? makes(input.before, start);
  const isSame = isSameRecurrence(input.before, input.after);
  const willBeMade = (start: Date) => (isSame ? wasMade(start) : makes(input.after, start));
  const fresh = new Map<number, SlotInput>();
  const kept = new Map<string, SlotInput>();
  const refuse = (why: string, slot?: SlotInput, field: "start" | "availableSpots" = "start") => {
    const at = slot && { slot: input.slots?.indexOf(slot) ?? 0, field };
    refused.push({ why, ...(at && { at }) });
  };
  const starts = new Set<number>();
  for (const slot of input.slots ?? []) {
    const same = held.find(({ id }) => id === slot.id);
    if (slot.id && !same?.isActive) {
      return { refused: [{ why: "Un créneau n'existe plus. Rechargez la page." }] };
    }
    if (starts.has(+slot.start)) {
      refuse(`Le créneau ${nameOf(slot.start)} existe déjà.`, slot);
      continue;
    }
    starts.add(+slot.start);
    if (same && +same.start === +slot.start) kept.set(same.id, slot);
    else fresh.set(+slot.start, slot);
  }
  for (const slot of held) {
    const { id, start, live } = slot;
    const wished = kept.get(id) ?? fresh.get(+start);
    fresh.delete(+start);
    if (!slot.isActive && !wished) continue;
    const isDropped = !wished && input.slots && (input.seen?.includes(id) ?? true);
    // If the recurrence was removed, its slots count as added by hand.
    const isOutdated = live === 0 && input.after !== null && wasMade(start) && !willBeMade(start);
    if (isDropped || isOutdated) {
      if (live > 0) {
        refuse(`Le créneau ${nameOf(start)} est réservé : annulez-le d'abord.`);
        continue;
      }
      const comesAgain = willBeMade(start);
      (slot.bookings > 0 || comesAgain ? changes.close : changes.delete).push(id);
      continue;
    }
    const capacity =
      input.was && slot.capacity !== input.was.capacity ? slot.capacity : input.capacity;
    const lasts = (slot.end.getTime() - start.getTime()) / MINUTE;
    const isOwnLength = input.was !== undefined && lasts !== input.was.duration;
    const free = capacity - live;
    if (free < 0) {
      refuse(`Le créneau ${nameOf(start)} a ${live} réservations, plus que de places.`);
      continue;
    }
    const isAllOnSale = slot.availableSpots + live === slot.capacity;
    const unasked = isAllOnSale ? free : Math.min(slot.availableSpots, free);
    const availableSpots = wished?.availableSpots ?? unasked;
    if (availableSpots > free) refuse(tooMany(start, free), wished, "availableSpots");
    const end = live > 0 || isOwnLength ? slot.end : endOf(start);
    const state = { start, end, capacity, availableSpots, isActive: true };
    if (!isSameSlot(slot, state)) changes.update.push({ id, ...state });
  }
  for (const slot of fresh.values()) {
    const { start, availableSpots = input.capacity } = slot;
    const why = whyNotStart(start, now);
    if (why) refuse(why, slot);
    if (availableSpots > input.capacity) {
      refuse(tooMany(start, input.capacity), slot, "availableSpots");
    }
    changes.insert.push({
      start,
      end: endOf(start),
      availableSpots,
      capacity: input.capacity,
      isActive: true,
    });
  }
  return refused.length > 0 ? { refused } : changes;
}

function tooMany(start: Date, free: number): string {
  const seats = free > 1 ? `${free} places libres` : `${free} place libre`;
  return `Le créneau ${nameOf(start)} ne peut avoir plus de ${seats}.`;
}

function nameOf(start: Date): string {
  return `du ${formatShortDate(start)} à ${formatTime(start)}`;
}

function isSameSlot(left: SlotState, right: SlotState): boolean {
  return (
    +left.end === +right.end &&
    left.capacity === right.capacity &&
    left.availableSpots === right.availableSpots &&
    left.isActive === right.isActive
  );
}
