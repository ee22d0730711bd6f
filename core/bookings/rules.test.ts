import { describe, expect, test } from "vitest";
import { HOUR } from "../durations.ts";
import { cents, formatPrice } from "../money.ts";
import { bookingBadge, bookingTexts, managerBadges, refundNote } from "./labels.ts";
import { purchaseOutcome } from "./payment/verify-payment.server.ts";
import {
  BOOKING_EVENTS,
  BOOKING_LIFE,
  BOOKING_STATES,
  bookingIdOf,
  canCancel,
  freeCheckoutId,
  hasFullNotice,
  isFrozen,
  isUpcoming,
  mayReadOnlineLink,
  nextBookingStep,
  refundableUntil,
  refundDue,
  resultPath,
} from "./rules.ts";

describe("the life of a booking", () => {
  /** Every cell: the next state and what happens to the seat; « . » changes nothing. */
  const expected = {
    //          paid                released            called_off
    pending: ["confirmed keep", "cancelled return", "."],
    confirmed: [".", ".", "cancelled return"],
    cancelled: ["confirmed retake", ".", "."],
  } as const;

  test.each(BOOKING_STATES)("from %s", (state) => {
    const row = BOOKING_EVENTS.map((event) => {
      const step = nextBookingStep(state, event);
      return step ? `${step.to} ${step.seat}` : ".";
    });
    expect(row).toEqual(expected[state]);
  });

  test("returns a seat exactly when it stops being held, and takes one exactly when it starts", () => {
    for (const { from, to, seat } of BOOKING_LIFE) {
      const [held, holds] = [from !== "cancelled", to !== "cancelled"];
      expect(seat).toBe(held === holds ? "keep" : holds ? "retake" : "return");
    }
  });
});

describe("badges", () => {
  test.each([
    ["cancelled", "paid", "Annulée"],
    ["cancelled", "pending", "Annulée"],
    ["confirmed", "pending", "En attente de paiement"],
    ["pending", "pending", "En attente de paiement"],
    ["confirmed", "paid", "Confirmée"],
    ["confirmed", "succeeded", "Confirmée"],
    ["pending", "paid", "pending"],
    ["no_show", "paid", "no_show"],
  ])("of a client's booking %s / %s: %s", (status, paymentStatus, label) => {
    expect(bookingBadge({ status, paymentStatus, isProcessing: false }).label).toBe(label);
  });

  test("of both while the client's bank is deciding", () => {
    const booking = { status: "pending", paymentStatus: "pending", isProcessing: true };
    expect(bookingBadge(booking).label).toBe("Paiement en cours");
    expect(managerBadges(booking).map(({ label }) => label)).toEqual([
      "En attente",
      "Paiement en cours",
    ]);
  });

  test.each([
    ["pending", "pending", ["En attente", "En attente de paiement"]],
    ["confirmed", "paid", ["Confirmée", "Payé"]],
    ["confirmed", "completed", ["Confirmée", "Payé"]],
    ["confirmed", "succeeded", ["Confirmée", "Payé"]],
    ["confirmed", "unpaid", ["Confirmée", "En attente de paiement"]],
    ["cancelled", "paid", ["Annulée"]],
    ["cancelled", "refunded", ["Annulée"]],
  ])("of the manager %s / %s: %j", (status, paymentStatus, labels) => {
    const badges = managerBadges({ status, paymentStatus, isProcessing: false });
    expect(badges.map(({ label }) => label)).toEqual(labels);
  });
});

test("a card has a word for everything that is missing", () => {
  const nothing = {
    kind: "session",
    title: null,
    start: null,
    end: null,
    professionalName: null,
    isOnline: false,
    city: null,
    postalCode: null,
    address: null,
  } as const;
  expect(bookingTexts(nothing)).toEqual({
    title: "Session supprimée",
    date: "Date non définie",
    time: "Horaire non défini",
    professional: "Professionnel non disponible",
    place: "Ville non définie",
    cityFirst: "Ville non définie",
  });
  expect(
    bookingTexts({
      kind: "session",
      title: "Yoga du soir",
      start: new Date("2026-11-20T17:30:00Z"),
      end: new Date("2026-11-20T18:30:00Z"),
      professionalName: "Atelier Souffle",
      isOnline: false,
      city: "Lyon",
      postalCode: "69002",
      address: "3 rue Mercière",
    }),
  ).toEqual({
    title: "Yoga du soir",
    date: "vendredi 20 novembre 2026",
    time: "18:30 - 19:30",
    professional: "Atelier Souffle",
    place: "3 rue Mercière, 69002 Lyon",
    cityFirst: "69002 Lyon, 3 rue Mercière",
  });
  expect(bookingTexts({ ...nothing, isOnline: true, city: "Lyon" }).place).toBe("Session en ligne");
  expect(bookingTexts({ ...nothing, kind: "activity", isOnline: true })).toMatchObject({
    title: "Activité supprimée",
    place: "Activité en ligne",
    cityFirst: "Activité en ligne",
  });
});

test("now or later is upcoming", () => {
  const now = new Date("2026-11-20T09:00:00Z");
  expect(isUpcoming(now, now)).toBe(true);
  expect(isUpcoming(new Date(now.getTime() - 1), now)).toBe(false);
});

test("the link of an online session is for the confirmed and paid (rule: online-link)", () => {
  const online = { status: "confirmed", paymentStatus: "paid", isOnline: true };
  expect(mayReadOnlineLink(online)).toBe(true);
  expect(mayReadOnlineLink({ ...online, isOnline: false })).toBe(false);
  expect(mayReadOnlineLink({ ...online, status: "cancelled" })).toBe(false);
  expect(mayReadOnlineLink({ ...online, status: "pending" })).toBe(false);
  expect(mayReadOnlineLink({ ...online, paymentStatus: "pending" })).toBe(false);
});

test("the address of a result page says which purchase it is about", () => {
  const id = "0198c0de-0000-7000-8000-000000000001";
  expect(bookingIdOf(freeCheckoutId(id))).toBe(id);
  for (const other of ["cs_test_1", "free_", `free_${id}x`, `x_free_${id}`]) {
    expect(bookingIdOf(other)).toBeNull();
  }
  expect(resultPath(true, "cs_1")).toBe("/guest-payment-success?session_id=cs_1");
  expect(resultPath(false, "cs_1")).toBe("/payment-success?session_id=cs_1");
});

test.each([
  ["confirmed", null, "paid", "confirmed"],
  ["pending", null, "pending", "pending"],
  ["cancelled", "expired", "unpaid", "cancelled"],
  ["cancelled", "abandoned", "unpaid", "cancelled"],
  ["cancelled", "client", "paid", "called_off"],
  ["cancelled", "client", "refunded", "called_off"],
  ["cancelled", "outside", "refunded", "called_off"],
  ["cancelled", "review", "unpaid", "review"],
  ["cancelled", "review", "refunded", "called_off"],
  ["cancelled", "late", "paid", "refunded"],
  ["cancelled", "late", "refunded", "refunded"],
] as const)("a purchase %s (%s, %s) is %s", (status, cancelReason, paymentStatus, outcome) => {
  const booking = { status, cancelReason, paymentStatus, isProcessing: false };
  expect(purchaseOutcome(booking)).toBe(outcome);
});

test("a purchase about which the buyer's bank is deciding is that, until it has ended", () => {
  const booking = { cancelReason: null, paymentStatus: "pending", isProcessing: true } as const;
  expect(purchaseOutcome({ ...booking, status: "pending" })).toBe("processing");
  const refused = { status: "cancelled", cancelReason: "failed", paymentStatus: "unpaid" } as const;
  expect(purchaseOutcome({ ...refused, isProcessing: false })).toBe("failed");
});

describe("cancelling", () => {
  const start = new Date("2026-11-22T17:00:00Z");
  const booking = { status: "confirmed", start, refundableUntil: refundableUntil(start) } as const;
  const hoursAhead = (hours: number) => new Date(start.getTime() - hours * HOUR);

  test("is refunded to the client until exactly 24 h before", () => {
    expect(canCancel(booking, "client", hoursAhead(24))).toEqual({ allowed: true, refund: true });
    const late = new Date(hoursAhead(24).getTime() + 1);
    expect(canCancel(booking, "client", late)).toEqual({ allowed: true, refund: false });
    expect(canCancel(booking, "professional", late)).toEqual({ allowed: true, refund: true });
  });

  test("has a deadline of its own once the booking has moved to a later slot", () => {
    expect(hasFullNotice(booking)).toBe(true);
    const moved = { start: new Date(start.getTime() + HOUR), refundableUntil: hoursAhead(24) };
    expect(hasFullNotice(moved)).toBe(false);
  });

  test("gives back what was paid and not given back before", () => {
    const none = cents(0);
    const money = { refundedCents: none, chargedBackCents: none, onTheWayCents: none };
    const paid = { ...booking, pricePaidCents: cents(4_000), ...money };
    expect(refundDue(paid, "client", hoursAhead(24))).toBe(4_000);
    expect(refundDue(paid, "client", hoursAhead(23))).toBe(0);
    expect(refundDue(paid, "professional", hoursAhead(1))).toBe(4_000);
    const half = { ...paid, refundedCents: cents(1_500) };
    expect(refundDue(half, "client", hoursAhead(24))).toBe(2_500);
    expect(refundDue(paid, "professional", start)).toBe(0);
    const lost = { ...paid, chargedBackCents: cents(3_000) };
    expect(refundDue(lost, "professional", hoursAhead(1))).toBe(1_000);
    const asked = { ...paid, onTheWayCents: cents(1_000) };
    expect(refundDue(asked, "professional", hoursAhead(1))).toBe(3_000);
  });

  test.each([
    ["confirmed", null, 0, false, null],
    ["cancelled", "client", 0, true, `Remboursement de ${formatPrice(cents(4_000))} en cours`],
    ["cancelled", "professional", 4_000, false, `${formatPrice(cents(4_000))} remboursés`],
    ["cancelled", "client", 0, false, "Non remboursée"],
    ["cancelled", "expired", 0, false, "Rien n'a été débité"],
    ["cancelled", "abandoned", 0, false, "Rien n'a été débité"],
    ["cancelled", "abandoned", 4_000, false, `${formatPrice(cents(4_000))} remboursés`],
  ])("is told: %s by %s, %i given back, more coming: %s", (status, by, back, more, said) => {
    const money = {
      pricePaidCents: cents(4_000),
      refundedCents: cents(back),
      isRefunding: more,
      onTheWayCents: cents(more ? 4_000 - back : 0),
      isInReview: false,
      chargedBackCents: cents(0),
      isDisputed: false,
      isProcessing: false,
    };
    expect(refundNote({ status, cancelReason: by, ...money })).toBe(said);
  });

  test("waits for the payer's bank while it has the money, but only the client's", () => {
    const disputed = { ...booking, isDisputed: true };
    expect(canCancel(disputed, "client", hoursAhead(48))).toEqual({
      allowed: false,
      refund: false,
    });
    expect(canCancel(disputed, "professional", hoursAhead(48)).allowed).toBe(true);
    expect(isFrozen(disputed, "client")).toBe(true);
    expect(isFrozen({ ...disputed, status: "cancelled" }, "client")).toBe(false);
  });

  test("waits for the client's bank while it decides about the payment itself", () => {
    const deciding = { status: "pending", isProcessing: true } as const;
    expect(isFrozen(deciding, "client")).toBe(true);
    expect(isFrozen(deciding, "professional")).toBe(false);
    expect(isFrozen({ ...deciding, isProcessing: false }, "client")).toBe(false);
  });

  test.each([
    ["refused while the bank decides", { isInReview: true, isDisputed: true }, "la banque décide"],
    ["refused for another reason", { isInReview: true }, "Remboursement de 40,00 € retardé"],
    ["given back by the bank", { chargedBackCents: cents(4_000) }, "40,00 € rendus par la banque"],
    [
      "given back by the bank, the booking standing",
      { status: "confirmed", chargedBackCents: cents(4_000) },
      "40,00 € rendus par la banque",
    ],
  ])("is told: a refund %s", (_, money, said) => {
    const called = {
      ...{ status: "cancelled", cancelReason: "client", pricePaidCents: cents(4_000) },
      ...{ refundedCents: cents(0), chargedBackCents: cents(0), onTheWayCents: cents(0) },
      ...{ isRefunding: false, isInReview: false, isDisputed: false, isProcessing: false },
      ...money,
    };
    expect(refundNote(called)?.replaceAll(/\s/g, " ")).toContain(said);
  });

  test("ends with the start, and is for confirmed bookings only", () => {
    const never = { allowed: false, refund: false };
    expect(canCancel(booking, "professional", start)).toEqual(never);
    expect(canCancel({ ...booking, status: "cancelled" }, "client", hoursAhead(48))).toEqual(never);
    expect(canCancel({ ...booking, status: "pending" }, "client", hoursAhead(48))).toEqual(never);
  });
});
