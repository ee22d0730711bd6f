import { DAY, HOUR } from "../durations.ts";
import { type Cents, cents } from "../money.ts";

/** Stripe charges nothing below this. */
export const LEAST_FLOOR = cents(50);
/** Of a falling price: its steps, when they may begin before the start, and how far each goes. */
export const MAX_STEPS = 5;
export const HOURS = { least: 1, most: 24 };
export const PERCENT = { least: 1, most: 90 };

/** Avoids the schema library, which is as large as the rest of the form's page. */
export function areSteps(steps: readonly FallStep[]): boolean {
  const isWithin = (value: number, { least, most }: { least: number; most: number }) =>
    Number.isInteger(value) && value >= least && value <= most;
  return (
    steps.length <= MAX_STEPS &&
    steps.every(({ hours, percent }, index) => {
      const before = steps[index - 1];
      const isAfter = !before || (hours < before.hours && percent > before.percent);
      return isAfter && isWithin(hours, HOURS) && isWithin(percent, PERCENT);
    })
  );
}

/** Time for which a price must have been asked before it is struck (rule: true-strike). */
const STRIKE_AFTER = DAY;
const STRIKE_LOOKS_BACK = 30 * DAY;

/** Counts elapsed hours (rule: falling-price), so a change of clocks moves no cut. */
export function cutsOf(
  steps: readonly FallStep[],
  { base, floor, start }: { base: Cents; floor: Cents; start: Date },
): Cut[] {
  const cuts: Cut[] = [];
  let last = base;
  for (const { hours, percent } of steps) {
    const lower = cents(Math.max(floor, LEAST_FLOOR, Math.round((base * (100 - percent)) / 100)));
    if (lower >= last) continue;
    cuts.push({ at: new Date(start.getTime() - hours * HOUR), cents: lower });
    last = lower;
  }
  return cuts;
}

export interface PriceTerms {
  priceCents: Cents;
  discountedPriceCents: Cents | null;
  fallSteps: readonly FallStep[] | null;
  fallFloorCents: Cents | null;
}

export function termsOf(offering: PriceTerms) {
  return {
    base: offering.discountedPriceCents ?? offering.priceCents,
    steps: offering.fallSteps ?? [],
    floor: offering.fallFloorCents ?? LEAST_FLOOR,
  };
}

export function isSameTerms(left: PriceTerms, right: PriceTerms): boolean {
  const text = (offering: PriceTerms) => {
    const { base, steps, floor } = termsOf(offering);
    return [base, floor, ...steps.map(({ hours, percent }) => `${hours} ${percent}`)].join();
  };
  return text(left) === text(right);
}

/** Includes a cut's own instant, as `priceNow` does; `cuts` come earliest first. */
export function priceAt(cuts: readonly Cut[], base: Cents, now: Date): Cents {
  return cuts.findLast(({ at }) => at <= now)?.cents ?? base;
}

export interface Priced {
  fullCents: Cents;
  base: Cents;
  cuts: readonly Cut[];
  reference: Cents | null;
  /** Start of uninterrupted sale at this price; null if unknown. */
  pricedAt: Date | null;
  bookableSince: Date | null;
  past: readonly { cents: Cents; fromAt: Date; untilAt: Date }[];
}

/** Prices since a slot is offered; earlier cuts were seen by nobody (rule: true-strike). */
export function stepsOf(
  { base, cuts, pricedAt }: Pick<Priced, "base" | "cuts" | "pricedAt">,
  now: Date,
): PriceStep[] {
  const since = pricedAt ?? now;
  const seen = cuts.filter(({ at }) => at > since);
  return seen.length === 0 ? [] : [{ at: null, cents: priceAt(cuts, base, since) }, ...seen];
}

function isBaseTrue({ base, pricedAt, bookableSince, past }: Priced, first: Date): boolean {
  if (!pricedAt || !bookableSince) return false;
  const since = Math.max(pricedAt.getTime(), bookableSince.getTime());
  if (since > first.getTime() - STRIKE_AFTER) return false;
  const from = first.getTime() - STRIKE_LOOKS_BACK;
  const isLately = ({ fromAt, untilAt }: (typeof past)[number]) =>
    untilAt.getTime() > from && fromAt < first;
  return past.every((price) => !isLately(price) || price.cents >= base);
}

/** The former price that may stand beside a new base from `now` on; null when it does not fall. */
export function referenceAfter(slot: Priced, base: Cents, now: Date): Cents | null {
  const { nowCents, struckCents } = viewPrice(slot, now);
  if (base >= nowCents) return null;
  const isUncut = nowCents === slot.base;
  return struckCents ?? (isUncut && isBaseTrue(slot, now) ? slot.base : null);
}

export function viewUndated(
  offering: Pick<PriceTerms, "priceCents" | "discountedPriceCents">,
): PriceView {
  const nowCents = offering.discountedPriceCents ?? offering.priceCents;
  return { nowCents, struckCents: null, next: null, isLastMinutePrice: false };
}

export function viewPrice(slot: Priced, now: Date): PriceView {
  const nowCents = priceAt(slot.cuts, slot.base, now);
  const first = slot.cuts[0];
  const isCut = first !== undefined && first.at <= now;
  // Later cuts keep the reference of the first reduction.
  const former = slot.reference ?? (isCut && isBaseTrue(slot, first.at) ? slot.base : null);
  const struckCents = former !== null && former > nowCents ? former : null;
  return {
    nowCents,
    struckCents,
    next: slot.cuts.find(({ at }) => at > now) ?? null,
    isLastMinutePrice: nowCents < slot.fullCents && struckCents === null,
  };
}

export interface Cut {
  at: Date;
  cents: Cents;
}

export interface PriceStep {
  at: Date | null;
  cents: Cents;
}

/** A price as shown at one instant (rules: falling-price, true-strike). */
export interface PriceView {
  nowCents: Cents;
  /** Null when no former price would be true. */
  struckCents: Cents | null;
  next: Cut | null;
  /** Reduced without a price that may be struck. */
  isLastMinutePrice: boolean;
}

export interface FallStep {
  hours: number;
  percent: number;
}
