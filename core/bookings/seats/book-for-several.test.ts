import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bookingTokens } from "#test/make/mailbox.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { showAgenda } from "../../agenda/show-agenda.server.ts";
import { HOUR } from "../../durations.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { bookings, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { showPurchase } from "../find-own-booking.server.ts";
import { followBookingLink } from "../links/follow-booking-link.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { answerProposal } from "../proposals/answer-proposal.server.ts";
import { proposeHour } from "../proposals/propose-hour.server.ts";
import { showCalendarFile } from "../show-calendar-file.server.ts";
import { nameCompanions } from "./cancel-seats.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  expect(await checkInvariants(world.db)).toEqual([]);
});

const slotOf = async (slotId: string) =>
  (await world.db.select().from(slots).where(eq(slots.id, slotId)))[0];
const newEmail = () => `${randomUUID()}@example.fr`;

describe("seats for several (rule: for-several)", () => {
  test("are held at once, paid at once, each at the same price", async () => {
    const offer = await world.makeOffer({ spots: 5, priceCents: 4_545 });
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, { ...offer, seats: 3, amount: 13_635 });
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { seats: 3, pricePaidCents: 13_635, commissionCents: 1_364 },
      payment: { amountCents: 13_635, applicationFeeCents: 1_364, quantity: 3 },
      spots: 2,
    });
    const checkoutId = await checkoutOf(world.db, bookingId);
    const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId, {
      expand: ["line_items"],
    });
    expect(checkout.amount_total).toBe(13_635);
    expect(checkout.line_items?.data[0]).toMatchObject({
      quantity: 3,
      amount_total: 13_635,
      price: { unit_amount: 4_545 },
    });
    expect(checkout.metadata).toMatchObject({ seats: "3" });
    await world.simulator.pay(checkoutId);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("confirmed");

    const [listed] = (await listBookings(ctx)).bookings;
    expect(await showPurchase(ctx, { bookingId })).toMatchObject({
      ...{ seats: 3, priceCents: 13_635, code: listed?.presenceCode, mapUrl: listed?.mapUrl },
    });
    expect(listed?.presenceCode).toMatch(/^\d{4}$/);
    expect((await showCalendarFile(ctx, { bookingId })).content).toContain("3 places.");
    expect(listed).toMatchObject({ id: bookingId, seats: 3, companions: null });
    const seller = await world.context(offer.professional.userId);
    const day = { from: new Date().toISOString() };
    expect((await showAgenda(seller, day)).slots[0]).toMatchObject({
      ...{ free: 2, held: 0, state: "part" },
      people: [{ seats: 3, dueCents: 13_635 }],
    });
    expect(await cancelBooking(ctx, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", seats: 3 },
      payment: { status: "refunded", refundedCents: 13_635 },
      spots: 5,
    });
  });

  test("are one to six, and one where nothing is said", async () => {
    const offer = await world.makeOffer({ spots: 9 });
    const ctx = await world.newClient();
    for (const seats of [0, -1, 1.5, 7, "2", null, 1e9, Number.NaN]) {
      const asked = bookSlot(ctx, { ...offer, seats: seats as number });
      await expect(asked).rejects.toMatchObject({
        ...{ code: "invalid_input", fields: { seats: ["De 1 à 6 places"] } },
      });
    }
    const { bookingId } = await bookSlot(ctx, offer);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({ booking: { seats: 1 }, spots: 8 });
  });

  test("are all taken or none, and a refusal says how many are left", async () => {
    const offer = await world.makeOffer({ spots: 3 });
    const [one, other] = [await makeClient(world.db), await makeClient(world.db)];
    await bookSlot(await world.context(one), { ...offer, seats: 2 });
    const ctx = await world.context(other);
    await expect(bookSlot(ctx, { ...offer, seats: 2 })).rejects.toMatchObject({
      ...{ code: "slot_unavailable", message: "Il ne reste qu'une place à ce créneau." },
      fields: { seats: ["Il ne reste qu'une place à ce créneau."] },
    });
    expect((await slotOf(offer.slotId))?.availableSpots).toBe(1);
    await bookSlot(ctx, offer);
    expect((await slotOf(offer.slotId))?.availableSpots).toBe(0);
  });

  test("at an amount below the price of all are refused, above it the price is charged", async () => {
    const offer = await world.makeOffer({ spots: 4 });
    const ctx = await world.newClient();
    const less = bookSlot(ctx, { ...offer, seats: 2, amount: 7_999 });
    await expect(less).rejects.toMatchObject({ code: "price_changed" });
    const { bookingId } = await bookSlot(ctx, { ...offer, seats: 2, amount: 9_000 });
    expect((await outcomeOf(world.db, bookingId)).payment?.amountCents).toBe(8_000);
  });

  test("of another number end the first hold, but only if they are to be had", async () => {
    const offer = await world.makeOffer({ spots: 4 });
    const client = await makeClient(world.db);
    const ctx = await world.context(client);
    const first = await bookSlot(ctx, { ...offer, seats: 2, companions: "Léo" });
    const again = await bookSlot(ctx, { ...offer, seats: 2 });
    expect(again).toEqual(first);
    const more = await bookSlot(ctx, { ...offer, seats: 4 });
    expect(await outcomeOf(world.db, more.bookingId)).toMatchObject({
      ...{ booking: { seats: 4 }, spots: 0 },
    });
    expect((await outcomeOf(world.db, first.bookingId)).booking.status).toBe("cancelled");
    const tooMany = bookSlot(ctx, { ...offer, seats: 5 });
    await expect(tooMany).rejects.toMatchObject({ code: "slot_unavailable" });
    const tooCheap = bookSlot(ctx, { ...offer, seats: 1, amount: 100 });
    await expect(tooCheap).rejects.toMatchObject({ code: "price_changed" });
    expect((await outcomeOf(world.db, more.bookingId)).booking.status).toBe("pending");
  });

  test("count one by one against the shares of a buyer and of a network", async () => {
    const offer = await world.makeOffer({ spots: 12 });
    const guestProof = "b".repeat(43);
    const ctx = await world.context();
    const asked = (seats: number) =>
      bookSlot(ctx, { ...offer, seats, email: newEmail(), guestProof });
    await asked(4);
    await expect(asked(3)).rejects.toMatchObject({ code: "too_many_holds" });
    await asked(2);
    // A network holds thirty: six buyers of five.
    const crowd = { address: randomUUID() };
    for (let n = 0; n < 5; n += 1) {
      const buyer = await world.context(await makeClient(world.db), crowd);
      await bookSlot(buyer, { ...(await world.makeOffer({ spots: 6 })), seats: 5 });
    }
    const sixth = await world.context(await makeClient(world.db), crowd);
    const wide = await world.makeOffer({ spots: 6 });
    await expect(bookSlot(sixth, { ...wide, seats: 6 })).rejects.toMatchObject({
      code: "too_many_holds",
    });
    await bookSlot(sixth, { ...wide, seats: 5 });
  });

  test("that cost nothing are a client's at once, and a guest's by the link", async () => {
    const offer = await world.makeOffer({ spots: 5, priceCents: 0 });
    const ctx = await world.newClient();
    const own = await bookSlot(ctx, { ...offer, seats: 2 });
    expect(own.confirmed).toBe(true);
    const email = newEmail();
    const visitor = await world.context();
    const one = await bookSlot(visitor, { ...offer, seats: 1, email });
    const guestProof = String(one.guestProof);
    const held = await bookSlot(visitor, { ...offer, seats: 3, email, guestProof });
    expect(held.bookingId).not.toBe(one.bookingId);
    expect((await slotOf(offer.slotId))?.availableSpots).toBe(0);
    const token = String((await bookingTokens(world.db, email)).at(-1));
    await followBookingLink(visitor, { token });
    expect((await outcomeOf(world.db, held.bookingId)).booking).toMatchObject({
      ...{ status: "confirmed", seats: 3 },
    });
  });

  test("of a guest whose mailbox has its share are those of the mailed link", async () => {
    const email = newEmail();
    for (let n = 0; n < 3; n += 1) {
      await bookSlot(await world.context(), { ...(await world.makeOffer()), email });
    }
    const offer = await world.makeOffer({ spots: 4 });
    const { bookingId } = await bookSlot(await world.context(), {
      ...{ ...offer, email, seats: 3, companions: "Léo et Zoé", amount: 12_000 },
    });
    expect(bookingId).toBe("");
    const [token = ""] = await bookingTokens(world.db, email);
    await followBookingLink(await world.context(), { token });
    const [held] = await world.db.select().from(bookings).where(eq(bookings.slotId, offer.slotId));
    expect(held).toMatchObject({ seats: 3, companions: "Léo et Zoé", pricePaidCents: 12_000 });
  });

  test("are taken again together by money that comes late, or all refunded", async () => {
    for (const others of [1, 2]) {
      const offer = await world.makeOffer({ spots: 3 });
      const ctx = await world.newClient();
      const { bookingId } = await bookSlot(ctx, { ...offer, seats: 2 });
      const { payment } = await outcomeOf(world.db, bookingId);
      const lapsed = { event: "ended", reason: "expired", answer: null } as const;
      await applyPayment(ctx, { paymentId: String(payment?.id), ...lapsed });
      expect((await slotOf(offer.slotId))?.availableSpots).toBe(3);
      const another = await world.newClient();
      await bookSlot(another, { ...offer, seats: others });
      await world.pay(bookingId);
      await world.runJobs();
      expect(await outcomeOf(world.db, bookingId)).toMatchObject(
        others === 1
          ? { booking: { status: "confirmed", seats: 2 }, spots: 0 }
          : { booking: { status: "cancelled" }, payment: { refundedCents: 8_000 }, spots: 1 },
      );
    }
  });

  test("move together to another hour, and are given up together", async () => {
    const offer = await world.makeOffer({ spots: 5 });
    const book = async (seats: number) => {
      const { client: ctx, bookingId } = await world.buy({ ...offer, seats });
      return { ctx, bookingId };
    };
    const [two, three] = [await book(2), await book(3)];
    const seller = await world.context(offer.professional.userId);
    const start = new Date(Math.ceil((Date.now() + 60 * HOUR) / HOUR) * HOUR).toISOString();
    const proposed = { slotId: offer.slotId, start, withdraws: false };
    expect(await proposeHour(seller, proposed)).toMatchObject({ people: 2 });
    const kept = async () =>
      (await world.db.select().from(slots)).find(
        ({ startDatetime }) => +startDatetime === Date.parse(start),
      );
    expect(await kept()).toMatchObject({ reservedSeats: 5, availableSpots: 0 });
    await answerProposal(two.ctx, { bookingId: two.bookingId, answer: "accepted" });
    expect(await kept()).toMatchObject({ reservedSeats: 3, availableSpots: 0 });
    expect((await slotOf(offer.slotId))?.availableSpots).toBe(2);
    await answerProposal(three.ctx, { bookingId: three.bookingId, answer: "refused" });
    expect(await kept()).toMatchObject({ reservedSeats: 0, availableSpots: 0 });
    expect((await slotOf(offer.slotId))?.availableSpots).toBe(2);
  });
});

describe("whoever comes along", () => {
  test("is named by the client alone, for the professional", async () => {
    const offer = await world.makeOffer({ spots: 3, priceCents: 0 });
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, { ...offer, seats: 2, companions: " Léo " });
    const named = async () => (await outcomeOf(world.db, bookingId)).booking.companions;
    expect(await named()).toBe("Léo");
    await nameCompanions(ctx, { bookingId, companions: "Zoé" });
    const seller = await world.context(offer.professional.userId);
    const [slot] = (await showAgenda(seller, {})).slots;
    expect(slot?.people[0]).toMatchObject({ seats: 2, companions: "Zoé" });
    await expect(nameCompanions(seller, { bookingId, companions: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
    const tooLong = nameCompanions(ctx, { bookingId, companions: "x".repeat(201) });
    await expect(tooLong).rejects.toMatchObject({ code: "invalid_input" });
    await nameCompanions(ctx, { bookingId, companions: "" });
    expect(await named()).toBeNull();
  });
});
