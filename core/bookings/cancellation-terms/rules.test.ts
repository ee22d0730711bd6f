import { describe, expect, test } from "vitest";
import { HOUR } from "../../durations.ts";
import { cents, formatPrice } from "../../money.ts";
import { refundNote } from "../labels.ts";
import { canCancel, hasFullNotice, isFrozen, refundableUntil, refundDue } from "./rules.ts";

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
