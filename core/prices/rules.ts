import { DAY, HOUR } from "../durations.ts";
import { type Cents, cents } from "../money.ts";
import type { Cut, FallStep, PriceStep, PriceView } from "./schema.ts";

/** The least that a price falls to: the provider takes nothing under it. */
export const LEAST_FLOOR = cents(50);
const STEPS_MOST = 5;
const HOURS = { least: 1, most: 24 };
const PERCENT = { least: 1, most: 90 };

/**
 * Whether these are steps as the schema knows them, without its words for what is wrong: a form asks
 * at each key, and the schema's library is as large as the rest of its page.
 */
export function areSteps(steps: readonly FallStep[]): boolean {
  const isWithin = (value: number, { least, most }: { least: number; most: number }) =>
    Number.isInteger(value) && value >= least && value <= most;
  return (
    steps.length <= STEPS_MOST &&
    steps.every(({ hours, percent }, index) => {
      const before = steps[index - 1];
      const isAfter = !before || (hours < before.hours && percent > before.percent);
      return isAfter && isWithin(hours, HOURS) && isWithin(percent, PERCENT);
    })
  );
}

/** For how long a price must have been asked before it may be struck (rule: true-strike). */
const STRIKE_AFTER = DAY;
/** How far back nothing may have been cheaper. */
const STRIKE_LOOKS_BACK = 30 * DAY;

/**
 * The instants at which a slot's price falls (rule: falling-price). Hours are counted as they pass,
 * so a change of clocks moves none. A step that would not lower the price is left out: the floor
 * comes first, and what is free stays free.
 */
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

/** The columns of an offering that its slots' prices follow from. */
export interface PriceTerms {
  priceCents: Cents;
  discountedPriceCents: Cents | null;
  fallSteps: readonly FallStep[] | null;
  fallFloorCents: Cents | null;
}

/** The price before any cut, and how it falls. */
export function termsOf(offering: PriceTerms) {
  return {
    base: offering.discountedPriceCents ?? offering.priceCents,
    steps: offering.fallSteps ?? [],
    floor: offering.fallFloorCents ?? LEAST_FLOOR,
  };
}

/** Whether both make the same prices. */
export function isSameTerms(left: PriceTerms, right: PriceTerms): boolean {
  const text = (offering: PriceTerms) => {
    const { base, steps, floor } = termsOf(offering);
    return [base, floor, ...steps.map(({ hours, percent }) => `${hours} ${percent}`)].join();
  };
  return text(left) === text(right);
}

/**
 * The price at an instant; a cut holds from its own instant on. The statement in
 * price-now.server.ts says the same to the database.
 *
 * @param cuts the earliest first.
 */
export function priceAt(cuts: readonly Cut[], base: Cents, now: Date): Cents {
  return cuts.findLast(({ at }) => at <= now)?.cents ?? base;
}

/** Everything that is known of a slot's price. */
export interface Priced {
  /** The offering's full price. */
  fullCents: Cents;
  /** The client's price before any cut. */
  base: Cents;
  /** The earliest first. */
  cuts: readonly Cut[];
  /** The former price that a reduced base may stand beside; null when that would not be true. */
  reference: Cents | null;
  /** Since when it is asked, and could be booked without a break; null: unknown. */
  pricedAt: Date | null;
  bookableSince: Date | null;
  /** Former prices of the same hour of the offering. */
  past: readonly { cents: Cents; fromAt: Date; untilAt: Date }[];
}

/**
 * The prices of a slot since it is offered, the first with `at: null`; none where it does not fall. A
 * cut from before tells of a price that nobody has seen (rule: true-strike).
 */
export function stepsOf(
  { base, cuts, pricedAt }: Pick<Priced, "base" | "cuts" | "pricedAt">,
  now: Date,
): PriceStep[] {
  const since = pricedAt ?? now;
  const seen = cuts.filter(({ at }) => at > since);
  return seen.length === 0 ? [] : [{ at: null, cents: priceAt(cuts, base, since) }, ...seen];
}

/** Whether the price before the first cut may be struck through once that cut holds (rule: true-strike). */
function isBaseTrue({ base, pricedAt, bookableSince, past }: Priced, first: Date): boolean {
  if (!pricedAt || !bookableSince) return false;
  const since = Math.max(pricedAt.getTime(), bookableSince.getTime());
  if (since > first.getTime() - STRIKE_AFTER) return false;
  const from = first.getTime() - STRIKE_LOOKS_BACK;
  const isLately = ({ fromAt, untilAt }: (typeof past)[number]) =>
    untilAt.getTime() > from && fromAt < first;
  return past.every((price) => !isLately(price) || price.cents >= base);
}

/**
 * The former price that may stand beside a slot's new base, which holds from `now` on: what was
 * asked until now, when that is as true as before a cut; null when the price does not come down.
 */
export function referenceAfter(slot: Priced, base: Cents, now: Date): Cents | null {
  const { nowCents, struckCents } = viewPrice(slot, now);
  if (base >= nowCents) return null;
  const isUncut = nowCents === slot.base;
  return struckCents ?? (isUncut && isBaseTrue(slot, now) ? slot.base : null);
}

/** The price of an offering without a slot that can be booked: nothing stands beside it. */
export function viewUndated(
  offering: Pick<PriceTerms, "priceCents" | "discountedPriceCents">,
): PriceView {
  const nowCents = offering.discountedPriceCents ?? offering.priceCents;
  return { nowCents, struckCents: null, next: null, isLastMinutePrice: false };
}

/** Everything that a page says of a slot's price at `now`. */
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
