import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contradict, expectInvariants } from "#test/make/database.ts";
import { bookingTokens, receiveMails, tokenIn } from "#test/make/mailbox.ts";
import { checkoutOf, openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import { bookingLinks, bookings, mails, profiles, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { cancelSlot } from "../cancellation/cancel-slot-bookings.server.ts";
import { releaseHolds } from "../holds/release-hold.server.ts";
import { verifyGuestPayment } from "../payment/verify-payment.server.ts";
import { proposeHour } from "../proposals/propose-hour.server.ts";
import { purgeHolds } from "../purge-bookings.server.ts";
import { followBookingLink } from "./follow-booking-link.server.ts";
import { readBookingLink } from "./read-booking-link.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // Search is not told of prices that a test changes.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await expectInvariants(world.db);
});

const newEmail = () => `${randomUUID()}@example.fr`;
const accountOf = async (email: string) =>
  (await world.db.select().from(profiles).where(eq(profiles.email, email)))[0] ?? null;
const mailsOf = async (bookingId: string) =>
  (await world.db.select().from(mails).where(eq(mails.reference, bookingId)))
    .map(({ kind }) => kind)
    .sort();

/** Gives a slot another price, as when it is withdrawn and published again. */
const reprice = (slotId: string, price: number) =>
  world.db
    .update(slots)
    .set({ priceCents: cents(price), pricesFrozenAt: new Date() })
    .where(eq(slots.id, slotId));

/** A guest's hold of a free seat, and the token in its mail. */
async function holdFree({ email = newEmail(), spots = 1 } = {}) {
  const offer = await world.makeOffer({ priceCents: 0, spots });
  const { bookingId, guestProof } = await bookSlot(await world.context(), { ...offer, email });
  const token = (await bookingTokens(world.db, email)).at(-1) ?? "";
  return { offer, email, bookingId, guestProof: guestProof ?? "", token };
}

describe("what costs a guest nothing", () => {
  test("is a hold without an account, until the link in the mail is followed", async () => {
    const { bookingId, email, token } = await holdFree();
    const waiting = await outcomeOf(world.db, bookingId);
    expect(waiting.booking).toMatchObject({ status: "pending", clientId: null });
    expect(waiting.spots).toBe(0);
    expect(await accountOf(email)).toBeNull();
    expect(await mailsOf(bookingId)).toEqual([]);

    const visitor = await world.context();
    // Mail scanners open the link too.
    expect(await readBookingLink(visitor, { token })).toMatchObject({
      priceCents: 0,
      donePath: null,
    });
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");

    const { url, guestProof } = await followBookingLink(visitor, { token });
    expect(new URL(url)).toMatchObject({
      pathname: "/guest-payment-success",
      search: `?session_id=free_${bookingId}`,
    });
    await world.runJobs();
    const { booking, spots } = await outcomeOf(world.db, bookingId);
    expect(booking).toMatchObject({ status: "confirmed", accountCreated: true });
    expect(booking.clientId).toBe((await accountOf(email))?.id);
    expect(spots).toBe(0);
    expect(await mailsOf(bookingId)).toEqual([
      "booking-confirmed",
      "booking-received",
      "guest-credentials",
    ]);
    const asked = { sessionId: `free_${bookingId}`, guestProof };
    expect(await verifyGuestPayment(visitor, asked)).toMatchObject({
      success: true,
      isNewUser: true,
      bookingId,
    });
    expect((await readBookingLink(visitor, { token, guestProof }))?.donePath).toContain(bookingId);
  });

  test("of an activity alike", async () => {
    const offer = await world.makeActivityOffer({ priceCents: 0 });
    const email = newEmail();
    const { bookingId, url } = await bookSlot(await world.context(), { ...offer, email });
    expect(url).toContain("/verifiez-votre-boite-mail");
    const [token = ""] = await bookingTokens(world.db, email);
    await followBookingLink(await world.context(), { token });
    const [booking] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    expect(booking?.status).toBe("confirmed");
  });

  test("joins the account that the mailbox has, and tells only who proved it", async () => {
    const { email, id } = await makeUser(world.db);
    const { bookingId, token, guestProof: typedIn } = await holdFree({ email });
    const { guestProof } = await followBookingLink(await world.context(), { token });
    expect((await outcomeOf(world.db, bookingId)).booking).toMatchObject({
      clientId: id,
      accountCreated: false,
    });
    const sessionId = `free_${bookingId}`;
    const verdict = (proof: string) =>
      world.context().then((ctx) => verifyGuestPayment(ctx, { sessionId, guestProof: proof }));
    expect((await verdict(guestProof)).message).toContain("associée à votre compte existant");
    expect(await verdict(typedIn)).toMatchObject({
      success: true,
      isBuyer: false,
      bookingId: null,
      message: expect.not.stringContaining("compte"),
    });
  });

  test("is confirmed once, by the browser that follows the link first", async () => {
    const { bookingId, token } = await holdFree();
    const visitor = await world.context();
    const { guestProof } = await followBookingLink(visitor, { token });
    const again = await followBookingLink(visitor, { token, guestProof });
    expect(again.guestProof).toBe(guestProof);
    await expect(followBookingLink(visitor, { token })).rejects.toMatchObject({
      code: "invalid_token",
    });
    expect(await readBookingLink(visitor, { token })).toBeNull();
    expect((await mailsOf(bookingId)).filter((kind) => kind === "booking-confirmed")).toHaveLength(
      1,
    );
  });

  test("at the same moment in two browsers is one booking", async () => {
    const { bookingId, token, offer } = await holdFree({ spots: 2 });
    const both = await Promise.allSettled(
      [1, 2].map(async () => followBookingLink(await world.context(), { token })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "confirmed", slotId: offer.slotId },
      spots: 1,
    });
  });

  test("is given back after thirty minutes, not before", async () => {
    const { bookingId } = await holdFree();
    world.shift(29 * MINUTE);
    await releaseHolds(await world.context());
    expect((await outcomeOf(world.db, bookingId)).spots).toBe(0);
    world.shift(30 * MINUTE + 1_000);
    await releaseHolds(await world.context());
    await releaseHolds(await world.context());
    const { booking, spots } = await outcomeOf(world.db, bookingId);
    expect(booking).toMatchObject({ status: "cancelled", cancelReason: "expired" });
    expect(spots).toBe(1);
  });

  test("is refused once its practitioner has given the hour up", async () => {
    const { offer, bookingId, token } = await holdFree({ spots: 2 });
    await bookSlot(await world.newClient(), offer);
    const owner = await world.context(offer.professional.userId);
    const start = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 96 * HOUR).toISOString();
    await proposeHour(owner, { slotId: offer.slotId, start, withdraws: true });
    const followed = followBookingLink(await world.context(), { token });
    await expect(followed).rejects.toMatchObject({ code: "slot_unavailable" });
    const { booking, spots } = await outcomeOf(world.db, bookingId);
    expect([booking.status, spots]).toEqual(["cancelled", 1]);
  });

  test("takes a seat again after that, if one is free and still costs nothing", async () => {
    const [free, taken, priced] = [await holdFree(), await holdFree(), await holdFree()];
    world.shift(31 * MINUTE);
    const visitor = await world.context();
    await releaseHolds(visitor);
    await bookSlot(await world.newClient(), taken.offer);
    await reprice(priced.offer.slotId, 2_000);
    await followBookingLink(visitor, { token: free.token });
    expect(await outcomeOf(world.db, free.bookingId)).toMatchObject({
      booking: { status: "confirmed" },
      spots: 0,
    });
    await expect(followBookingLink(visitor, { token: taken.token })).rejects.toMatchObject({
      code: "slot_unavailable",
    });
    await expect(followBookingLink(visitor, { token: priced.token })).rejects.toMatchObject({
      code: "price_changed",
    });
    expect((await outcomeOf(world.db, priced.bookingId)).spots).toBe(1);
  });

  test("gets a code of its own then, when somebody else has the one it had", async () => {
    const { offer, bookingId, token } = await holdFree({ spots: 2 });
    world.shift(31 * MINUTE);
    await releaseHolds(await world.context());
    const { presenceCode } = (await outcomeOf(world.db, bookingId)).booking;
    const other = await bookSlot(await world.newClient(), offer);
    await world.db.update(bookings).set({ presenceCode }).where(eq(bookings.id, other.bookingId));
    await followBookingLink(await world.context(), { token });
    const { booking } = await outcomeOf(world.db, bookingId);
    expect(booking).toMatchObject({ status: "confirmed", presenceCode: expect.any(String) });
    expect(booking.presenceCode).not.toBe(presenceCode);
  });

  test("is over with its slot, and its link with the day", async () => {
    const [begun, old] = [await holdFree(), await holdFree()];
    const owner = await world.context(begun.offer.professional.userId);
    expect(await cancelSlot(owner, begun.offer)).toEqual({ cancelled: 0 });
    expect((await outcomeOf(world.db, begun.bookingId)).booking.status).toBe("cancelled");
    const visitor = await world.context();
    await expect(followBookingLink(visitor, { token: begun.token })).rejects.toMatchObject({
      code: "slot_unavailable",
    });
    world.shift(24 * HOUR + MINUTE);
    await releaseHolds(visitor);
    await expect(followBookingLink(visitor, { token: old.token })).rejects.toMatchObject({
      code: "invalid_token",
    });
    await purgeHolds(visitor);
    const left = await world.db
      .select()
      .from(bookingLinks)
      .where(eq(bookingLinks.bookingId, old.bookingId));
    expect(left).toEqual([]);
  });

  test("is not sold to its practitioner, nor twice: the mailbox is told, and the seat goes back", async () => {
    const offer = await world.makeOffer({ priceCents: 0, spots: 3 });
    const client = await makeUser(world.db);
    await bookSlot(await world.context(client.id), offer);
    const owner = String((await world.context(offer.professional.userId)).actor?.email);
    const reasons = [
      [client.email, "already_booked"],
      [owner, "own_session"],
      [owner.replace("@", "+yoga@"), "own_session"],
    ] as const;
    for (const [email, code] of reasons) {
      const { bookingId } = await bookSlot(await world.context(), { ...offer, email });
      const [token = ""] = await bookingTokens(world.db, email);
      await expect(followBookingLink(await world.context(), { token })).rejects.toMatchObject({
        code,
      });
      expect(await outcomeOf(world.db, bookingId)).toMatchObject({
        booking: { status: "cancelled" },
        spots: 2,
      });
    }
  });

  test("may not be booked and cancelled more often for being booked as a guest", async () => {
    const client = await makeUser(world.db);
    const ctx = await world.context(client.id);
    const offer = await world.makeOffer({ priceCents: 0 });
    for (let time = 0; time < 3; time += 1) {
      await cancelBooking(ctx, { bookingId: (await bookSlot(ctx, offer)).bookingId });
    }
    await bookSlot(await world.context(), { ...offer, email: client.email });
    const [token = ""] = await bookingTokens(world.db, client.email);
    await expect(followBookingLink(await world.context(), { token })).rejects.toMatchObject({
      code: "too_many_holds",
      message: expect.stringContaining("3 fois"),
    });
  });

  test("asked for again in the same browser keeps its seat, and its link is sent three times", async () => {
    const { offer, email, bookingId, guestProof } = await holdFree({ spots: 3 });
    for (let time = 0; time < 4; time += 1) {
      const again = await bookSlot(await world.context(), { ...offer, email, guestProof });
      expect(again.bookingId).toBe(bookingId);
    }
    expect((await outcomeOf(world.db, bookingId)).spots).toBe(2);
    expect(await bookingTokens(world.db, email)).toHaveLength(3);
  });

  test("gives way to its owner, once signed in", async () => {
    const client = await makeUser(world.db);
    const { bookingId, offer, token } = await holdFree({ email: client.email });
    const mine = await bookSlot(await world.context(client.id), offer);
    expect(mine.confirmed).toBe(true);
    expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("cancelled");
    await expect(followBookingLink(await world.context(), { token })).rejects.toMatchObject({
      code: "already_booked",
    });
  });
});

describe("a link that goes on", () => {
  /** Strangers have used up this e-mail's share; its owner asks for a slot and is sent a link. */
  async function beFull(priceCents = 4_000) {
    const email = newEmail();
    for (let held = 0; held < 3; held += 1) {
      const offer = await world.makeOffer({ priceCents });
      await bookSlot(await world.context(), { ...offer, email });
    }
    const offer = await world.makeOffer({ priceCents });
    const typed = { bookingNotes: "Un genou fragile", smsNumber: "06 39 98 00 77" };
    const asked = { ...offer, email, ...typed, amount: priceCents };
    await bookSlot(await world.context(), asked);
    const token = (await bookingTokens(world.db, email)).at(-1) ?? "";
    return { email, offer, token };
  }

  test("holds the slot in the browser that follows it, note, mobile and price kept", async () => {
    const { email, offer, token } = await beFull();
    const visitor = await world.context();
    expect(await readBookingLink(visitor, { token })).toMatchObject({
      offeringPath: `/session/${offer.sessionId}`,
      priceCents: 4_000,
    });
    const { url, guestProof } = await followBookingLink(visitor, { token });
    expect(url).toContain("/c/pay/");
    const [held] = await world.db.select().from(bookings).where(eq(bookings.slotId, offer.slotId));
    expect(held).toMatchObject({
      ...{ bookingNotes: "Un genou fragile", buyerEmail: email },
      ...{ smsNumber: "+33639980077", smsAgreedAt: expect.any(Date) },
    });
    const newer = { ...offer, email, guestProof, bookingNotes: "Les deux genoux" };
    await bookSlot(visitor, newer);
    const again = await followBookingLink(visitor, { token, guestProof });
    expect(again.url).toBe(url);
    const noted = await outcomeOf(world.db, String(held?.id));
    expect(noted.booking.bookingNotes).toBe("Les deux genoux");
  });

  test("takes what was begun elsewhere over, with the note that was typed last", async () => {
    const offer = { ...(await world.makeOffer()), email: newEmail() };
    const begun = await bookSlot(await world.context(), { ...offer, bookingNotes: "Dos" });
    const again = bookSlot(await world.context(), { ...offer, bookingNotes: "Genou" });
    await expect(again).rejects.toMatchObject({ code: "slot_unavailable" });
    const token = (await bookingTokens(world.db, offer.email)).at(-1) ?? "";
    const { url } = await followBookingLink(await world.context(), { token });
    expect(url).toBe(begun.url);
    const { booking } = await outcomeOf(world.db, begun.bookingId);
    expect(booking.bookingNotes).toBe("Genou");
  });

  test("proves the mailbox in that browser for whatever else it books that day", async () => {
    const { email, token } = await beFull();
    const visitor = await world.context();
    const { url, guestProof } = await followBookingLink(visitor, { token, only: "prove" });
    expect(new URL(url).pathname).toBe("/sessions");
    const other = { ...(await world.makeOffer({ spots: 2 })), email };
    expect((await bookSlot(visitor, { ...other, guestProof })).url).toContain("/c/pay/");
    expect((await bookSlot(visitor, other)).url).toContain("/verifiez-");
  });

  test("confirms at once what costs nothing", async () => {
    const { offer, token } = await beFull(0);
    const { url } = await followBookingLink(await world.context(), { token });
    expect(url).toContain("/guest-payment-success?session_id=free_");
    const [booking] = await world.db
      .select()
      .from(bookings)
      .where(eq(bookings.slotId, offer.slotId));
    expect(booking?.status).toBe("confirmed");
  });

  test("resumes in another browser what was begun under the e-mail, when nothing else is left", async () => {
    const email = newEmail();
    const offer = await world.makeOffer();
    const begun = await bookSlot(await world.context(), { ...offer, email });
    await expect(bookSlot(await world.context(), { ...offer, email })).rejects.toMatchObject({
      code: "slot_unavailable",
    });
    const [token = ""] = await bookingTokens(world.db, email);
    const { url, guestProof } = await followBookingLink(await world.context(), { token });
    expect(url).toBe(begun.url);
    await world.pay(begun.bookingId);
    const asked = { sessionId: await checkoutOf(world.db, begun.bookingId), guestProof };
    expect(await verifyGuestPayment(await world.context(), asked)).toMatchObject({
      success: true,
      isBuyer: true,
    });
  });

  test("says what has changed meanwhile, and to whom the slot is nothing to sell", async () => {
    const { offer, token } = await beFull();
    await reprice(offer.slotId, 5_000);
    await expect(followBookingLink(await world.context(), { token })).rejects.toMatchObject({
      code: "price_changed",
    });
    for (const token of ["", "nul", `${randomUUID()}.${"a".repeat(43)}`]) {
      await expect(followBookingLink(await world.context(), { token })).rejects.toMatchObject({
        code: "invalid_token",
      });
    }
  });
});

test("the mail says what the link does, and until when the seat is held", async () => {
  const { email, offer } = await holdFree();
  const arrived = await receiveMails(await world.context());
  const mail = arrived.find(({ recipients }) => recipients.includes(email));
  expect(mail?.subject).toMatch(/^Confirmez votre réservation : /);
  expect(mail?.text).toMatch(/gardée pour vous jusqu'à \d\d:\d\d/);
  await followBookingLink(await world.context(), { token: tokenIn(mail) });
  const [booking] = await world.db
    .select()
    .from(bookings)
    .where(and(eq(bookings.slotId, offer.slotId), eq(bookings.status, "confirmed")));
  expect(booking?.buyerEmail).toBe(email);
});
