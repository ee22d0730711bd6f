import { addDays, dayKey, fromParis, toParis } from "../../dates.ts";
import { DAY, MINUTE } from "../../durations.ts";
import { type Cents, cents, formatPrice } from "../../money.ts";
import {
  type FallStep,
  isSameTerms,
  LEAST_FLOOR,
  type PriceTerms,
  termsOf,
} from "../../prices/rules.ts";
import { type OpeningHour, openingsOn } from "../../professionals/working-time/rules.ts";
import type { Touching } from "./schema.ts";

const STEP = 30 * MINUTE;
const FIRST = "07:00";
const LAST = "21:30";
/** Of more half-hours, only those on the hour are suggested. */
const MAX_HALVES = 15;

export type Taken = Pick<Touching, "start" | "end">;

export function touching<Item extends Taken>(
  taken: readonly Item[],
  { start, end, buffer }: { start: Date; end: Date; buffer: number },
): Item[] {
  const pause = buffer * MINUTE;
  return taken.filter(
    (one) => one.start.getTime() < end.getTime() + pause && one.end.getTime() + pause > +start,
  );
}

interface Day {
  now: Date;
  minutes: number;
  buffer: number;
  /** Minutes before the start. */
  notice: number;
  openings: readonly OpeningHour[];
  taken: readonly Taken[];
}

/** When open, free and bookable (rules: one-place, notice, own-time). */
export function freeHalfHours(
  day: string,
  { now, minutes, buffer, notice, openings, taken }: Day,
): string[] {
  const soonest = now.getTime() + notice * MINUTE + 1;
  const times: string[] = [];
  for (const { first, last } of startsOn(day, openings, minutes)) {
    for (let at = Math.ceil(Math.max(first, soonest) / STEP) * STEP; at <= last; at += STEP) {
      const start = new Date(at);
      const end = new Date(at + minutes * MINUTE);
      const isFree = touching(taken, { start, end, buffer }).length === 0;
      if (isFree) times.push(toParis(start).slice(11));
    }
  }
  const isLong = times.length > MAX_HALVES;
  return times.filter((time, index) => !isLong || index === 0 || time.endsWith(":00"));
}

function startsOn(
  day: string,
  openings: readonly OpeningHour[],
  minutes: number,
): { first: number; last: number }[] {
  if (openings.length > 0) {
    return openingsOn(day, openings).map(({ start, end }) => ({
      ...{ first: start.getTime(), last: end.getTime() - minutes * MINUTE },
    }));
  }
  const [first, last] = [fromParis(`${day}T${FIRST}`), fromParis(`${day}T${LAST}`)];
  return first && last ? [{ first: first.getTime(), last: last.getTime() }] : [];
}

export function fittingMinutes(
  minutes: number,
  { start, buffer, taken }: { start: Date; buffer: number; taken: readonly Taken[] },
): number | null {
  for (let shorter = minutes - 15; shorter >= 15; shorter -= 15) {
    const end = new Date(start.getTime() + shorter * MINUTE);
    if (touching(taken, { start, end, buffer }).length === 0) return shorter;
  }
  return null;
}

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 6;
export const SHARE_CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

export function shareCode(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function daysAway(start: Date, now: Date): number {
  const [from, to] = [dayKey(now), dayKey(start)];
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY);
}

export function nearDays(now: Date): { today: string; tomorrow: string } {
  const today = dayKey(now);
  return { today, tomorrow: addDays(today, 1) };
}

export const EXAMPLE_STEPS: FallStep[] = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];

export function exampleFloor(base: Cents): Cents {
  const floor = Math.ceil((base * 0.6) / 100) * 100;
  return floor < base ? cents(Math.max(floor, LEAST_FLOOR)) : LEAST_FLOOR;
}

/** The offering's apply where they are left out. */
interface AskedPrices {
  price?: Cents | undefined;
  fallSteps?: readonly FallStep[] | null | undefined;
  fallFloor?: Cents | null | undefined;
}

/** The terms (rule: falling-price), whether they are its own, or refusals by field. */
export function slotTerms(
  offering: PriceTerms,
  asked: AskedPrices,
): { terms: PriceTerms; isOwn: boolean; refusal: Record<string, string[]> | null } {
  const usual = termsOf(offering);
  const base = asked.price ?? usual.base;
  const steps = asked.fallSteps === undefined ? usual.steps : (asked.fallSteps ?? []);
  const floor = asked.fallFloor === undefined ? usual.floor : (asked.fallFloor ?? LEAST_FLOOR);
  const terms: PriceTerms = {
    ...{ priceCents: base, discountedPriceCents: null },
    ...{ fallSteps: steps.length > 0 ? steps : null, fallFloorCents: floor },
  };
  const falls = steps.length > 0;
  const refusal =
    falls && base === 0
      ? { fallSteps: ["Un prix gratuit ne peut pas baisser"] }
      : falls && floor < LEAST_FLOOR
        ? { fallFloor: [`Le plancher est d'au moins ${formatPrice(LEAST_FLOOR)}`] }
        : falls && floor >= base
          ? { fallFloor: ["Le plancher doit être inférieur au prix"] }
          : null;
  const isOwn =
    falls || usual.steps.length > 0 ? !isSameTerms(offering, terms) : base !== usual.base;
  return { terms, isOwn, refusal };
}
