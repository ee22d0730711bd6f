import { describe, expect, test } from "vitest";
import { formatPrice } from "../money.ts";
import {
  graceEnd,
  isInForce,
  PLAN_TYPES,
  PLANS,
  PRICE_KEYS,
  planAndPriceOf,
  planOf,
  quotaMonth,
  quotaOf,
  RENEWED_PRICES,
  rightsOf,
  stateOf,
  withTax,
} from "./rules.ts";

test("the figures of the specification, as written (rule: six-month-price)", () => {
  const [monthly, yearly, sixMonths] = PLANS.premium.prices;
  expect(monthly).toMatchObject({ monthlyCents: 1_990, savingCents: null });
  expect(yearly).toMatchObject({ totalCents: 17_880, monthlyCents: 1_490, savingCents: 6_000 });
  expect(sixMonths).toMatchObject({ totalCents: 5_970, monthlyCents: 995, savingCents: 5_970 });
  expect(PLANS.free.sessionsPerMonth).toBe(5);
  expect(PLANS.premium.sessionsPerMonth).toBe(50);
});

test("what is billed over months is what the month is said to cost", () => {
  for (const { prices } of Object.values(PLANS)) {
    for (const { months, totalCents, monthlyCents } of prices) {
      expect(Math.round(totalCents / months)).toBe(monthlyCents);
    }
  }
});

test("prices with tax are 1.2 times those without", () => {
  const ttc = PLANS.premium.prices.map(({ monthlyCents }) => formatPrice(withTax(monthlyCents)));
  expect(ttc.map((price) => price.replace(/\s/g, " "))).toEqual(["23,88 €", "17,88 €", "11,94 €"]);
});

test("every price is sold under its key, and goes on as one that recurs", () => {
  for (const key of PRICE_KEYS) {
    const { price } = planAndPriceOf(key);
    expect(price.key).toBe(key);
    expect(planAndPriceOf(price.renewsAs).price.renewsAs).toBe(price.renewsAs);
  }
  for (const key of Object.values(PLAN_TYPES)) {
    expect(key === "free" || PRICE_KEYS.includes(key)).toBe(true);
  }
  expect(RENEWED_PRICES).toEqual(PRICE_KEYS.filter((key) => key !== "premium_6months"));
});

test.each([
  ["free", "free"],
  ["flow", "free"],
  ["premium", "premium"],
  ["boost", "premium"],
  ["expand", "expand"],
  ["gold", null],
  ["constructor", null],
  [null, null],
])("a stored %s means %s", (stored, plan) => {
  expect(planOf(stored)).toBe(plan);
});

describe("the quota", () => {
  test.each([
    ["free", 3, 5, "fine"],
    ["free", 4, 5, "warning"],
    ["free", 5, 5, "reached"],
    ["premium", 39, 50, "fine"],
    ["premium", 40, 50, "warning"],
    ["premium", 51, 50, "reached"],
    ["expand", 4_000, null, "fine"],
    [null, 0, 0, "reached"],
  ] as const)("of %s at %d of %s is %s", (plan, used, limit, state) => {
    expect(quotaOf(plan, used)).toEqual({ used, limit, state });
  });

  const at = (iso: string) => new Date(iso);
  test.each([
    // 31 January 18:00 in Paris; February and April are too short, March starts in winter time.
    ["2027-02-01T00:00:00Z", "2027-01-31T17:00:00Z", "2027-02-28T17:00:00Z"],
    ["2027-02-28T16:59:59Z", "2027-01-31T17:00:00Z", "2027-02-28T17:00:00Z"],
    ["2027-02-28T17:00:00Z", "2027-02-28T17:00:00Z", "2027-03-31T16:00:00Z"],
    ["2027-04-01T00:00:00Z", "2027-03-31T16:00:00Z", "2027-04-30T16:00:00Z"],
    ["2028-02-29T18:00:00Z", "2028-02-29T17:00:00Z", "2028-03-31T16:00:00Z"],
    ["2027-01-31T17:00:00Z", "2027-01-31T17:00:00Z", "2027-02-28T17:00:00Z"],
  ])("at %s counts from %s to %s", (now, since, renewsAt) => {
    expect(quotaMonth(at("2027-01-31T17:00:00Z"), at(now))).toEqual({
      since: at(since),
      renewsAt: at(renewsAt),
    });
  });
});

describe("the provider's word", () => {
  const now = new Date("2027-03-10T12:00:00Z");
  const owedFor = (days: number) => new Date(now.getTime() - days * 86_400_000);
  test.each([
    ["active", null, "active"],
    ["trialing", null, "active"],
    ["past_due", owedFor(6.9), "past_due"],
    ["past_due", owedFor(7), "inactive"],
    ["unpaid", owedFor(1), "inactive"],
    ["incomplete", null, "inactive"],
    ["paused", null, "inactive"],
    ["incomplete_expired", null, "canceled"],
    ["canceled", owedFor(1), "canceled"],
    ["a word of tomorrow", null, "inactive"],
  ])("%s, owed since %s, is %s", (status, pastDueSince, state) => {
    expect(stateOf(status, pastDueSince, now)).toBe(state);
  });

  test("leaves a plan in force until the last moment of its grace", () => {
    const pastDueSince = new Date("2027-03-01T12:00:00Z");
    const row = { status: "past_due", pastDueSince } as const;
    const end = graceEnd(pastDueSince);
    expect(end).toEqual(new Date("2027-03-08T12:00:00Z"));
    expect(isInForce(row, new Date(end.getTime() - 1))).toBe(true);
    expect(isInForce(row, end)).toBe(false);
    expect(isInForce({ status: "inactive", pastDueSince }, pastDueSince)).toBe(false);
  });
});

const NO_TOOLS = { remindsBySms: false, boosts: false };
const TOOLS = { remindsBySms: true, boosts: true };
test("without a plan nothing more is published, and the free one opens no activities (rule: plan-end)", () => {
  expect(rightsOf(null)).toEqual({ sessionsPerMonth: 0, opensActivities: false, ...NO_TOOLS });
  expect(rightsOf("free")).toEqual({ sessionsPerMonth: 5, opensActivities: false, ...NO_TOOLS });
  expect(rightsOf("premium")).toEqual({ sessionsPerMonth: 50, opensActivities: true, ...TOOLS });
  expect(rightsOf("expand")).toEqual({ sessionsPerMonth: null, opensActivities: true, ...TOOLS });
});
