import { addDays, dayKey, fromParis, toParis } from "../../dates.ts";
import { DAY, MINUTE } from "../../durations.ts";
import { type Cents, cents, formatPrice } from "../../money.ts";
import { isSameTerms, LEAST_FLOOR, type PriceTerms, termsOf } from "../../prices/rules.ts";
import type { FallStep } from "../../prices/schema.ts";
import type { Touching } from "./schema.ts";

const STEP = 30 * MINUTE;
/** Half-hours that are proposed lie between these, by the clock. */
const FIRST = "07:00";
const LAST = "21:30";
const PROPOSED = 3;

/** The hours of somebody's time that are taken, by a slot with its pause or otherwise. */
export type Taken = Pick<Touching, "start" | "end">;

/** Those that a slot with these hours, and the pause after it, would meet. */
export function touching<Item extends Taken>(
  taken: readonly Item[],
  { start, end, buffer }: { start: Date; end: Date; buffer: number },
): Item[] {
  const pause = buffer * MINUTE;
  return taken.filter(
    (one) => one.start.getTime() < end.getTime() + pause && one.end.getTime() + pause > +start,
  );
}

/**
 * The next half-hours of a day that are free for so many minutes and can still be booked (rules:
 * one-place, notice).
 *
 * @param day « 2026-11-20 »
 * @param notice minutes before a start from which on nobody can book it.
 * @returns up to three, « 18:00 ».
 */
export function freeHalfHours(
  day: string,
  {
    now,
    minutes,
    buffer,
    notice,
    taken,
  }: { now: Date; minutes: number; buffer: number; notice: number; taken: readonly Taken[] },
): string[] {
  const begin = fromParis(`${day}T${FIRST}`);
  const last = fromParis(`${day}T${LAST}`);
  if (!begin || !last) return [];
  const soonest = Math.max(+begin, now.getTime() + notice * MINUTE + 1);
  const times: string[] = [];
  for (let at = Math.ceil(soonest / STEP) * STEP; at <= +last && times.length < PROPOSED; ) {
    const start = new Date(at);
    const end = new Date(at + minutes * MINUTE);
    if (touching(taken, { start, end, buffer }).length === 0) times.push(toParis(start).slice(11));
    at += STEP;
  }
  return times;
}

/** The longest of the usual lengths that meets nothing; null when each would. */
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

/** The letters and digits of a share code, none of which looks like another. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 6;
export const SHARE_CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

/** @param bytes at random, six or more. */
export function shareCode(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** How many days away a day is, by the calendar of Paris. */
export function daysAway(start: Date, now: Date): number {
  const [from, to] = [dayKey(now), dayKey(start)];
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY);
}

/** Today and tomorrow, « 2026-11-20 ». */
export function nearDays(now: Date): { today: string; tomorrow: string } {
  const today = dayKey(now);
  return { today, tomorrow: addDays(today, 1) };
}

/** The steps that an offering without any begins with. */
export const EXAMPLE_STEPS: FallStep[] = [
  { hours: 24, percent: 10 },
  { hours: 6, percent: 25 },
  { hours: 2, percent: 40 },
];

/** The floor that goes with the example: six tenths of the price, in whole euros. */
export function exampleFloor(base: Cents): Cents {
  const floor = Math.ceil((base * 0.6) / 100) * 100;
  return floor < base ? cents(Math.max(floor, LEAST_FLOOR)) : LEAST_FLOOR;
}

/** The prices that somebody asks for one slot; everything that is left out is the offering's. */
interface AskedPrices {
  price?: Cents | undefined;
  fallSteps?: readonly FallStep[] | null | undefined;
  fallFloor?: Cents | null | undefined;
}

/**
 * The terms of a slot with prices of its own (rule: falling-price), and whether they differ from its
 * offering's; or the refusal, by field.
 */
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
  // Without steps there is no floor that could differ.
  const isOwn =
    falls || usual.steps.length > 0 ? !isSameTerms(offering, terms) : base !== usual.base;
  return { terms, isOwn, refusal };
}
