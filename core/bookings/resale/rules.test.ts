import { expect, test } from "vitest";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import {
  canResell,
  nextResaleStep,
  RESALE_EVENTS,
  RESALE_LIFE,
  RESALE_STATES,
  type Resalable,
  resaleRefund,
  resaleState,
} from "./rules.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

const BOOKING: Resalable = {
  ...{ status: "confirmed", cancelReason: null, resaleAt: null, resaleToId: null, presence: null },
  ...{ start: inHours(5), refundableUntil: inHours(-19) },
  ...{ pricePaidCents: cents(4_000), refundedCents: cents(0), chargedBackCents: cents(0) },
  ...{ onTheWayCents: cents(0), isDisputed: false, isInReview: false },
};

test("each event leads from a state to one other, or nowhere (rule: resale)", () => {
  for (const state of RESALE_STATES) {
    for (const event of RESALE_EVENTS) {
      const steps = RESALE_LIFE.filter((one) => one.from === state && one.event === event);
      expect(steps.length).toBeLessThanOrEqual(1);
      expect(nextResaleStep(state, event)).toBe(steps[0] ?? null);
    }
  }
  // Nothing leaves `sold`, and nothing is taken back while somebody pays.
  expect(RESALE_EVENTS.map((event) => nextResaleStep("sold", event))).toEqual(
    RESALE_EVENTS.map(() => null),
  );
  expect(nextResaleStep("held", "taken_back")).toBeNull();
});

test.each<[string, Partial<Resalable>, boolean]>([
  ["after the deadline", {}, true],
  ["while it can be refunded", { refundableUntil: inHours(1) }, false],
  ["until it begins", { start: NOW }, false],
  ["once cancelled", { status: "cancelled", cancelReason: "client" }, false],
  ["before it is paid", { status: "pending" }, false],
  ["twice", { resaleAt: NOW }, false],
  ["once it is sold", { status: "cancelled", cancelReason: "resold", resaleAt: NOW }, false],
  ["free of charge", { pricePaidCents: cents(0) }, false],
  ["when all is returned", { refundedCents: cents(4_000) }, false],
  ["when the rest is on its way", { onTheWayCents: cents(4_000) }, false],
  ["with a part of its price left", { refundedCents: cents(3_999) }, true],
  ["while its bank decides", { isDisputed: true }, false],
  ["under review", { isInReview: true }, false],
  ["once somebody has come", { presence: "present" }, false],
])("a booking is put up %s: %o, %s", (_, change, isAllowed) => {
  expect(canResell({ ...BOOKING, ...change }, NOW)).toBe(isAllowed);
});

test("its state is told by its columns and the clock", () => {
  const offered = { ...BOOKING, resaleAt: inHours(-1) };
  expect(resaleState(BOOKING, NOW)).toBe("kept");
  expect(resaleState(offered, NOW)).toBe("offered");
  expect(resaleState({ ...offered, resaleToId: "buyer" }, NOW)).toBe("held");
  expect(resaleState(offered, offered.start)).toBe("kept");
  expect(resaleState({ ...offered, status: "cancelled", cancelReason: "resold" }, NOW)).toBe(
    "sold",
  );
  expect(resaleState({ ...offered, status: "cancelled", cancelReason: "client" }, NOW)).toBe(
    "kept",
  );
});

test("the refund is the lower of both prices", () => {
  expect(resaleRefund({ sold: cents(4_000), bought: cents(2_500) })).toBe(2_500);
  expect(resaleRefund({ sold: cents(2_500), bought: cents(4_000) })).toBe(2_500);
});
