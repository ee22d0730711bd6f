import * as addresses from "#site/addresses.ts";
import { monthsAfter } from "../dates.ts";
import { DAY } from "../durations.ts";
import { type Cents, cents, VAT_PERCENT } from "../money.ts";

export const PLAN_IDS = ["free", "premium", "expand"] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export const PRICE_KEYS = [
  "premium_monthly",
  "premium_yearly",
  "premium_6months",
  "expand_monthly",
  "expand_yearly",
] as const;
export type PriceKey = (typeof PRICE_KEYS)[number];

export const PLAN_TYPES = {
  free: "free",
  premium: "premium_monthly",
  premium_monthly: "premium_monthly",
  premium_yearly: "premium_yearly",
  premium_6months: "premium_6months",
  enterprise_monthly: "expand_monthly",
  enterprise_yearly: "expand_yearly",
} as const satisfies Record<string, PriceKey | "free">;
export type PlanType = keyof typeof PLAN_TYPES;

export function isPlanType(value: string | null): value is PlanType {
  return value !== null && Object.hasOwn(PLAN_TYPES, value);
}

/** Without tax (rule: tax-added). */
export interface Price {
  key: PriceKey;
  months: 1 | 6 | 12;
  totalCents: Cents;
  monthlyCents: Cents;
  /** As advertised; null for the reference price. */
  savingCents: Cents | null;
  /** Itself unless it is a promotion (rule: six-month-price). */
  renewsAs: PriceKey;
}

export interface Plan {
  id: PlanId;
  /** In a month (rule: quota-month); null without a limit. */
  sessionsPerMonth: number | null;
  prices: readonly Price[];
}

/** For every screen (rule: one-plan-catalogue). */
export const PLANS: Record<PlanId, Plan> = {
  free: { id: "free", sessionsPerMonth: 5, prices: [] },
  premium: {
    id: "premium",
    sessionsPerMonth: 50,
    prices: [
      {
        key: "premium_monthly",
        months: 1,
        totalCents: cents(1_990),
        monthlyCents: cents(1_990),
        savingCents: null,
        renewsAs: "premium_monthly",
      },
      {
        key: "premium_yearly",
        months: 12,
        totalCents: cents(17_880),
        monthlyCents: cents(1_490),
        savingCents: cents(6_000),
        renewsAs: "premium_yearly",
      },
      {
        key: "premium_6months",
        months: 6,
        totalCents: cents(5_970),
        monthlyCents: cents(995),
        // Less than the 119.40 € that six months cost at the reference price (rule: true-figures).
        savingCents: cents(5_970),
        renewsAs: "premium_monthly",
      },
    ],
  },
  expand: {
    id: "expand",
    sessionsPerMonth: null,
    prices: [
      {
        key: "expand_monthly",
        months: 1,
        totalCents: cents(4_900),
        monthlyCents: cents(4_900),
        savingCents: null,
        renewsAs: "expand_monthly",
      },
      {
        key: "expand_yearly",
        months: 12,
        totalCents: cents(49_000),
        monthlyCents: cents(4_083),
        savingCents: null,
        renewsAs: "expand_yearly",
      },
    ],
  },
};

function taxOn(amount: Cents): Cents {
  return cents(Math.round((amount * VAT_PERCENT) / 100));
}

export function withTax(amount: Cents): Cents {
  return cents(amount + taxOn(amount));
}

export function fullPrice({ totalCents, savingCents }: Price): Cents {
  return cents(totalCents + (savingCents ?? 0));
}

export function planAndPriceOf(key: PriceKey): { plan: Plan; price: Price } {
  for (const plan of Object.values(PLANS)) {
    const price = plan.prices.find((one) => one.key === key);
    if (price) return { plan, price };
  }
  throw new Error(`${key} is not in the catalogue`);
}

export function planOfType(type: PlanType): PlanId {
  const key = PLAN_TYPES[type];
  return key === "free" ? key : planAndPriceOf(key).plan.id;
}

export function isPriceKey(value: string | null): value is PriceKey {
  return PRICE_KEYS.some((key) => key === value);
}

/** They go on until ended: all but a promotion. */
export const RENEWED_PRICES = PRICE_KEYS.filter(
  (key) => planAndPriceOf(key).price.renewsAs === key,
);

const ALIASES: Record<PlanId | "flow" | "boost", PlanId> = {
  free: "free",
  flow: "free",
  premium: "premium",
  boost: "premium",
  expand: "expand",
};

/** Understands aliases; null for none, or one outside the catalogue. */
export function planOf(stored: string | null): PlanId | null {
  if (stored === null || !Object.hasOwn(ALIASES, stored)) return null;
  return ALIASES[stored as keyof typeof ALIASES];
}

export const SUBSCRIPTION_STATES = ["inactive", "active", "past_due", "canceled"] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export function isLive(status: SubscriptionState): boolean {
  return status === "active" || status === "past_due";
}

/** A payment owed leaves the plan in force for so long (rule: plan-truth). */
export const GRACE = 7 * DAY;

export function graceEnd(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + GRACE);
}

export function isInForce(
  { status, pastDueSince }: { status: SubscriptionState; pastDueSince: Date | null },
  now: Date,
): boolean {
  if (status === "past_due") return pastDueSince !== null && now < graceEnd(pastDueSince);
  return status === "active";
}

/**
 * Nothing owed beyond the grace, never paid or paused leaves a plan.
 * @param status https://docs.stripe.com/api/subscriptions/object#subscription_object-status
 */
export function stateOf(status: string, pastDueSince: Date | null, now: Date): SubscriptionState {
  switch (status) {
    case "active":
    case "trialing":
      return "active";
    case "past_due":
      return pastDueSince && now >= graceEnd(pastDueSince) ? "inactive" : "past_due";
    case "canceled":
    case "incomplete_expired":
      return "canceled";
    default:
      return "inactive";
  }
}

/** Without a plan nothing more is published, and what is published stays (rules: plan-end, activity-rights). */
export function rightsOf(plan: PlanId | null): {
  /** Null without a limit. */
  sessionsPerMonth: number | null;
  opensActivities: boolean;
  /** By text messages (rule: sms-limits). */
  remindsBySms: boolean;
  /** One a month (rule: boost). */
  boosts: boolean;
} {
  const isPaid = plan === "premium" || plan === "expand";
  return {
    sessionsPerMonth: plan === null ? 0 : PLANS[plan].sessionsPerMonth,
    opensActivities: isPaid,
    remindsBySms: isPaid,
    boosts: isPaid,
  };
}

export type QuotaState = "fine" | "warning" | "reached";

export interface Quota {
  used: number;
  /** 0 without a plan, null without a limit. */
  limit: number | null;
  /** Under 80 %, from 80 %, at the limit (rule: quota-states). */
  state: QuotaState;
}

export function quotaOf(plan: PlanId | null, used: number): Quota {
  const { sessionsPerMonth: limit } = rightsOf(plan);
  if (limit === null) return { used, limit, state: "fine" };
  if (used >= limit) return { used, limit, state: "reached" };
  return { used, limit, state: used >= limit * 0.8 ? "warning" : "fine" };
}

/**
 * Counted from the anchor, on the Paris calendar (rule: quota-month): 31 Jan → 28 Feb → 31 Mar. A
 * reset is due when the last one's `renewsAt` has passed.
 */
export function quotaMonth(anchor: Date, at: Date): { since: Date; renewsAt: Date } {
  const count = (instant: Date) => {
    const exact = Temporal.Instant.fromEpochMilliseconds(instant.getTime());
    const { year, month } = exact.toZonedDateTimeISO("Europe/Paris");
    return year * 12 + month;
  };
  let months = count(at) - count(anchor);
  if (monthsAfter(anchor, months) > at) months -= 1;
  return { since: monthsAfter(anchor, months), renewsAt: monthsAfter(anchor, months + 1) };
}

/** With `{CHECKOUT_SESSION_ID}` as its placeholder. */
export function guestResultPath(planType: PlanType, email: string, sessionId?: string): string {
  const query = new URLSearchParams({ plan: planType, email }).toString();
  return `${addresses.guestSubscriptionSuccess}?${sessionId ? `session_id=${sessionId}&` : ""}${query}`;
}

export function bankOf(
  checkout: { processingAt: Date | null; refusedAt: Date | null } | null,
): "deciding" | "refused" | null {
  if (checkout?.refusedAt) return "refused";
  return checkout?.processingAt ? "deciding" : null;
}
