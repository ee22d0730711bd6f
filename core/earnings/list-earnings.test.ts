import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeActivity, makeActivitySlot, soldFrom } from "#test/make/catalogue.ts";
import {
  makeClient,
  type Offer,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { compareProvider } from "../reconciliation/compare-provider.server.ts";
import { reconcilePayments } from "../reconciliation/reconcile-payments.server.ts";
import { bookings, offerings, paymentMovements, payments } from "../tables.server.ts";
import { exportEarnings, listEarnings } from "./list-earnings.server.ts";
import { showPayouts } from "./show-payouts.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const ownerOf = (offer: Offer) => world.context(offer.professional.userId);

/** The payouts once they are known: the page waits two seconds for them, a busy machine takes more. */
const payoutsOf = (owner: Context) =>
  vi.waitFor(
    async () => {
      const payouts = await showPayouts(owner);
      if (payouts.state !== "known") throw new Error(payouts.state);
      return payouts;
    },
    { timeout: 20_000 },
  );

describe("earnings (rule: earnings-figures)", () => {
  test("follow a booking from its payment to its refund, to the cent", async () => {
    const offer = await world.makeOffer({ spots: 3, priceCents: 1_995 });
    const owner = await ownerOf(offer);
    const { client, bookingId } = await world.buy(offer);
    await world.buy(offer);
    const paid = await listEarnings(owner);
    expect(paid.total).toEqual({
      grossCents: 3_990,
      refundedCents: 0,
      coveredCents: 0,
      commissionCents: 400,
      shareCents: 3_590,
    });
    const [booked] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    const month = dayKey(booked?.confirmedAt ?? new Date(0)).slice(0, 7);
    expect(paid.months.at(-1)).toEqual({ month, ...paid.total });
    expect(paid.netEstimateCents).toBe(3_814);

    await cancelBooking(client, { bookingId });
    const asked = await listEarnings(owner);
    expect(asked.total).toEqual(paid.total);
    expect(asked.refundingCents).toBe(1_995);

    await world.runJobs();
    const refunded = await listEarnings(owner);
    expect(refunded.refundingCents).toBe(0);
    expect(refunded.total).toEqual({
      grossCents: 3_990,
      refundedCents: 1_995,
      coveredCents: 0,
      commissionCents: 200,
      shareCents: 1_795,
    });
    // The provider's own figure: the amount that reached the account, after the reversal.
    expect(await payoutsOf(owner)).toEqual({
      ...{ state: "known", availableCents: 0, pendingCents: 1_795, payouts: [] },
      arrivals: [{ day: expect.any(Date), amountCents: 1_795 }],
    });
  });

  test("what a client called off too late stays earned; a hold is nothing yet", async () => {
    const start = new Date(Date.now() + 2 * HOUR);
    const offer = await world.makeOffer({ spots: 2, start });
    const { client, bookingId } = await world.buy(offer);
    await cancelBooking(client, { bookingId });
    await bookSlot(await world.newClient(), offer);
    const { total, refundingCents } = await listEarnings(await ownerOf(offer));
    expect(total).toMatchObject({ grossCents: 4_000, commissionCents: 400, shareCents: 3_600 });
    expect(refundingCents).toBe(0);
  });

  test("activities count too, and other months and years do not", async () => {
    const offer = await world.makeOffer();
    const activity = await makeActivity(world.db, { professional: offer.professional });
    const slot = await makeActivitySlot(world.db, { activity });
    const clientId = await makeClient(world.db);
    const template = {
      slotId: slot.id,
      clientId,
      professionalId: offer.professional.id,
      pricePaidCents: 3_500,
      commissionCents: 350,
      status: "cancelled",
      paymentStatus: "paid",
      cancelReason: "client",
      refundableUntil: new Date(0),
      cancelledAt: new Date("2025-07-01T12:00:00Z"),
    } as const;
    await world.db.insert(bookings).values(
      // The last minute of June and the first of July 2025, in Paris.
      ["2025-06-30T21:59:00Z", "2025-06-30T22:00:00Z"].map((at, index) => ({
        ...template,
        ...soldFrom(slot.id),
        pricePaidCents: template.pricePaidCents as never,
        commissionCents: template.commissionCents as never,
        id: `01900000-0000-7000-8000-00000000000${index}`,
        buyerEmail: `client-${index}@example.fr`,
        createdAt: new Date(at),
        confirmedAt: new Date(at),
      })),
    );
    const owner = await world.context(offer.professional.userId, {
      now: () => new Date("2026-05-10T10:00:00Z"),
    });
    const recent = await listEarnings(owner);
    expect(recent.months[0]).toMatchObject({ month: "2025-06", grossCents: 3_500 });
    expect(recent.months[1]).toMatchObject({ month: "2025-07", grossCents: 3_500 });
    expect(recent.years).toEqual([2026, 2025]);
    expect((await listEarnings(owner, { year: 2026 })).total.grossCents).toBe(0);
    expect((await listEarnings(owner, { year: 2025 })).total.grossCents).toBe(7_000);
  });

  test("are for the professional alone", async () => {
    const client = await world.newClient();
    const visitor = await world.context();
    for (const read of [listEarnings, exportEarnings]) {
      await expect(read(client)).rejects.toMatchObject({ code: "forbidden" });
      await expect(read(visitor)).rejects.toMatchObject({ code: "unauthenticated" });
    }
    await expect(listEarnings(client, { year: 1e9 })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await showPayouts(client)).toEqual({ state: "none" });
  });
});

describe("what is done at the provider's dashboard", () => {
  /** The professional's balance by the provider's own account, sent to the bank or not. */
  async function heldBy(offer: Offer): Promise<number> {
    const held = await payoutsOf(await ownerOf(offer));
    return held.availableCents + held.pendingCents;
  }

  async function paid(offer: Offer) {
    const bought = await world.buy(offer);
    const { payment } = await outcomeOf(world.db, bought.bookingId);
    if (!payment?.paymentIntentId || !payment.chargeId) throw new Error("nothing was paid");
    return { ...bought, payment_intent: payment.paymentIntentId, chargeId: payment.chargeId };
  }

  const totalOf = async (offer: Offer) => (await listEarnings(await ownerOf(offer))).total;

  test("counts as the provider counts it: whole, in part, and to whose expense", async () => {
    const offer = await world.makeOffer({ spots: 5, priceCents: 4_785 });
    const { client, payment_intent } = await paid(offer);
    const { refunds } = client.stripe;
    const reversing = { reverse_transfer: true, refund_application_fee: true };
    expect((await totalOf(offer)).shareCents).toBe(4_306);

    // A third of it, each side giving its own part.
    await refunds.create({ payment_intent, amount: 1_595, ...reversing });
    await expect.poll(() => totalOf(offer)).toMatchObject({ refundedCents: 1_595 });
    expect(await totalOf(offer)).toEqual({
      grossCents: 4_785,
      refundedCents: 1_595,
      coveredCents: 0,
      commissionCents: 319,
      shareCents: 2_871,
    });
    expect(await heldBy(offer)).toBe(2_871);

    // A goodwill refund at the platform's expense alone.
    const other = await paid(offer);
    await refunds.create({ payment_intent: other.payment_intent, amount: 1_000 });
    await expect.poll(async () => (await totalOf(offer)).coveredCents).toBe(1_000);
    expect(await totalOf(offer)).toMatchObject({ refundedCents: 1_595, shareCents: 2_871 + 4_306 });
    expect(await heldBy(offer)).toBe(2_871 + 4_306);

    // Half of that gesture is taken back from the professional later, by a reversal of its own.
    const charge = await client.stripe.charges.retrieve(other.chargeId);
    await client.stripe.transfers.createReversal(String(charge.transfer), { amount: 500 });
    await expect.poll(async () => (await totalOf(offer)).coveredCents).toBe(500);
    expect(await heldBy(offer)).toBe((await totalOf(offer)).shareCents);

    const { content } = await exportEarnings(await ownerOf(offer));
    const parts = content
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(";"));
    const sum = (column: number) =>
      parts.reduce(
        (all, cells) => all + Math.round(Number(cells[column]?.replace(",", ".")) * 100),
        0,
      );
    expect(parts.map((cells) => cells[2]).sort()).toEqual([
      "Paiement",
      "Paiement",
      "Remboursement",
      "Remboursement",
      "Reprise",
    ]);
    expect([sum(10), sum(9)]).toEqual([(await totalOf(offer)).shareCents, 500]);
    await world.simulator.untilDelivered();
    expect(await compareProvider(await soon())).toEqual(
      expect.arrayContaining([
        { invariant: expect.stringContaining("au centime"), faults: [] },
        { invariant: expect.stringContaining("sans réservation"), faults: [] },
      ]),
    );
  });

  test("is seen by the check as long as it is not known here", async () => {
    const offer = await world.makeOffer({ priceCents: 4_785 });
    const { client, bookingId, payment_intent } = await paid(offer);
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    const reversing = { reverse_transfer: true, refund_application_fee: true };
    await client.stripe.refunds.create({ payment_intent, amount: 1_000, ...reversing });
    const differences = async () =>
      (await compareProvider(await soon())).flatMap(({ faults }) => faults);
    const both = "Stripe : 4785 dont 479, rendus 1000, repris 1000, commission rendue 100 ; ici : ";
    expect(await differences()).toEqual([
      `${payment_intent} (${both}4785 dont 479, rendus 0, repris 0, commission rendue 0)`,
    ]);
    // The amounts are known, but not who bears them: the reconciler asks for that too.
    await reconcilePayments(client);
    await world.db.delete(paymentMovements);
    await world.db.update(payments).set({ returnsReadAt: null });
    expect(await differences()).toEqual(
      expect.arrayContaining([
        expect.stringContaining("ici : 4785 dont 479, rendus 1000, repris 0"),
      ]),
    );
    await reconcilePayments(client);
    expect(await differences()).toEqual([]);
    expect((await outcomeOf(world.db, bookingId)).payment?.refundedCents).toBe(1_000);
    await world.simulator.clearFaults();
  });

  test("a dispute that is lost is the platform's to pay, until it takes the transfer back", async () => {
    const offer = await world.makeOffer();
    const { client, chargeId } = await paid(offer);
    await world.simulator.fault({ type: "create_dispute", charge: chargeId });
    const [dispute] = (await client.stripe.disputes.list({ charge: chargeId })).data;
    await world.simulator.fault({ type: "close_dispute", dispute: dispute?.id, status: "lost" });
    await expect.poll(async () => (await totalOf(offer)).coveredCents).toBe(4_000);
    expect(await totalOf(offer)).toMatchObject({ refundedCents: 0, shareCents: 3_600 });
    expect(await heldBy(offer)).toBe(3_600);
    const charge = await client.stripe.charges.retrieve(chargeId);
    await client.stripe.transfers.createReversal(String(charge.transfer), { amount: 3_600 });
    await expect.poll(async () => (await totalOf(offer)).shareCents).toBe(0);
    expect(await totalOf(offer)).toMatchObject({ refundedCents: 3_600, coveredCents: 400 });
    expect(await heldBy(offer)).toBe(0);
  });

  /** Two minutes on, when the check covers the latest payments. */
  async function soon() {
    return world.context(undefined, { now: () => new Date(Date.now() + 3 * MINUTE) });
  }
});

describe("the export", () => {
  test("opens in a French spreadsheet, and no title becomes a formula", async () => {
    const offer = await world.makeOffer({ priceCents: 1_995 });
    await world.db
      .update(offerings)
      .set({ title: '=HYPERLINK("x");"y"' })
      .where(eq(offerings.id, offer.sessionId));
    const { client, bookingId } = await world.buy(offer);
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    const { content, filename } = await exportEarnings(await ownerOf(offer));
    expect(filename).toMatch(/^parenthese-revenus-\d{4}-\d\d-\d\d\.csv$/);
    const lines = content.split("\r\n");
    expect(lines[0]).toBe(
      "\uFEFFDate;Heure;Mouvement;Réservation;Prestation;Places;Places rendues;Montant TTC (€);Commission (€);Rendu à nos frais (€);Votre part (€)",
    );
    const title = `"'=HYPERLINK(""x"");""y"""`;
    const { booking } = await outcomeOf(world.db, bookingId);
    const day = dayKey(booking.confirmedAt ?? new Date(0))
      .split("-")
      .reverse()
      .join("/");
    expect(lines[1]).toMatch(new RegExp(`^${day};\\d\\d:\\d\\d;Paiement;${bookingId};`));
    expect(lines[1]?.endsWith(`;${title};0;1;19,95;2,00;0,00;17,95`)).toBe(true);
    expect(lines[2]?.endsWith(`;${title};0;1;-19,95;-2,00;0,00;-17,95`)).toBe(true);
    expect(lines.slice(3)).toEqual([""]);
  });
});

describe("the payouts", () => {
  test("a provider that does not answer in time is said, not waited for", async () => {
    const offer = await world.makeOffer();
    await world.simulator.fault({ type: "api_timeout", path: "/v1/balance", times: null });
    expect(await showPayouts(await ownerOf(offer))).toEqual({ state: "silent" });
    // Elsewhere it is asked a second time.
    await expect.poll(() => world.simulator.strikes()).toBe(1);
    await world.simulator.clearFaults();
  });

  test("transfers to the bank are listed, once the money may leave", async () => {
    const offer = await world.makeOffer();
    await world.buy(offer);
    const owner = await ownerOf(offer);
    const held = { availableCents: 0, pendingCents: 3_600 };
    const before = Date.now();
    const known = await payoutsOf(owner);
    const arrivals = [{ day: expect.any(Date), amountCents: 3_600 }];
    expect(known).toEqual({ state: "known", ...held, arrivals, payouts: [] });
    // A week after the payment, as the provider announces.
    const day = Number(known.arrivals[0]?.day);
    expect(Math.abs(day - (before + 7 * 24 * HOUR))).toBeLessThan(25 * HOUR);
    for (const [days, status] of [
      [8, "pending"],
      [10, "paid"],
    ] as const) {
      await world.simulator.setClock(new Date(Date.now() + days * 24 * HOUR));
      expect(await payoutsOf(owner)).toMatchObject({
        ...{ state: "known", availableCents: 0, pendingCents: 0, arrivals: [] },
        payouts: [{ amountCents: 3_600, status }],
      });
    }
    await world.simulator.setClock(null);
  });
});
