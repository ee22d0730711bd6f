import { monthsAfter } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { type Cents, cents } from "../../money.ts";
import { isPriceKey, type Price, type PriceKey, planAndPriceOf, withTax } from "../rules.ts";

/**
 * With tax. A promotion shows as the price that follows; a period begun while nothing was collected
 * was not paid (rules: six-month-price, suspended-plan).
 */
export function unusedShare(
  plan: { priceKey: string | null; currentPeriodEnd: Date | null; billingPausedAt: Date | null },
  beginning: { priceKey: string; createdAt: Date } | null,
  instant: Date,
): Cents {
  const { priceKey, currentPeriodEnd: end, billingPausedAt: pausedAt } = plan;
  if (!isPriceKey(priceKey) || !end || end <= instant) return cents(0);
  const { months, totalCents } =
    (beginning && promotionOf(beginning, { priceKey, end })) ?? planAndPriceOf(priceKey).price;
  const from = monthsAfter(end, -months);
  if (pausedAt && pausedAt < from) return cents(0);
  const rest = (+end - Math.max(+instant, +from)) / (+end - +from);
  return cents(Math.round(withTax(totalCents) * rest));
}

function promotionOf(
  { priceKey, createdAt }: { priceKey: string; createdAt: Date },
  now: { priceKey: PriceKey; end: Date },
): Price | null {
  if (!isPriceKey(priceKey) || priceKey === now.priceKey) return null;
  const { price } = planAndPriceOf(priceKey);
  // Paid within a day of its page.
  const isFirst = +now.end < +monthsAfter(createdAt, price.months) + 2 * DAY;
  return price.renewsAs === now.priceKey && isFirst ? price : null;
}

/** Null when collection fits the account; a pause made by hand is its maker's to end. */
export function billingStepOf(
  account: "active" | "suspended" | "deleted" | null,
  provider: { status: string; isPaused: boolean; isOurPause: boolean },
): "pause" | "resume" | null {
  if (["canceled", "incomplete_expired"].includes(provider.status)) return null;
  if (account === "suspended") return provider.isPaused ? null : "pause";
  return account === "active" && provider.isPaused && provider.isOurPause ? "resume" : null;
}
