import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSlot } from "#test/make/catalogue.ts";
import { bookingTokens, receiveMails } from "#test/make/mailbox.ts";
import { checkoutOf, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { updateOffering } from "../../catalogue/authoring/update-offering.server.ts";
import { formatLongDay, formatTime } from "../../dates.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { exportEarnings } from "../../earnings/list-earnings.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { bookings, mails, offerings, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { releaseHolds } from "../holds/release-hold.server.ts";
import { followBookingLink } from "../links/follow-booking-link.server.ts";
import { exportBookings } from "../lists/export-bookings.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { moveBooking } from "../move/move-booking.server.ts";
import { applyPayment } from "../payment/apply-payment.server.ts";
import { showCalendarFile } from "../show-calendar-file.server.ts";
import { updateFutureBookings } from "./update-future-bookings.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** Somebody who has booked, and paid unless told otherwise, with a context of their own. */
async function holderOf(offer: Awaited<ReturnType<PaymentWorld["makeOffer"]>>, isPaid = true) {
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  if (isPaid) await world.pay(bookingId);
  return { ctx, bookingId, email: String(ctx.actor?.email) };
}

const booked = async (id: string) =>
  (await world.db.select().from(bookings).where(eq(bookings.id, id)))[0];

const changeMails = (to: string) =>
  world.db.$count(mails, and(eq(mails.toAddress, to), eq(mails.kind, "booking-changed")));

test("what was sold is shown wherever the booking is, whatever its offering is called since (rule: sold-as-seen)", async () => {
  const offer = await world.makeOffer();
  const { ctx, bookingId } = await holderOf(offer);
  const sold = (await booked(bookingId))?.sold;
  expect(sold).toMatchObject({ address: "1 rue de la Paix", city: "Lyon", isOnline: false });
  await world.db
    .update(offerings)
    .set({ title: "Autre chose", city: "Paris", address: "2 rue Neuve", isOnline: true })
    .where(eq(offerings.id, offer.sessionId));
  const title = String(sold?.title);
  expect((await listBookings(ctx)).bookings[0]).toMatchObject({
    ...{ title, city: "Lyon", address: "1 rue de la Paix", isOnline: false },
  });
  const file = await showCalendarFile(ctx, { bookingId });
  expect(file.content.replaceAll("\r\n\t", "")).toContain("LOCATION:1 rue de la Paix");
  const owner = await world.context(offer.professional.userId);
  const lines = await Array.fromAsync(
    exportBookings({ ...owner, operator: COMMAND_LINE }, { reason: "Pour un essai." }),
  );
  expect(lines.find((line) => line.includes(bookingId))).toContain(title);
  expect(JSON.stringify(await exportEarnings(owner))).toContain(title);
});

test("a change of place tells every holder what was and what is, once, and refunds them until the start", async () => {
  const start = new Date(Date.now() + 3 * HOUR);
  const offer = await world.makeOffer({ spots: 3, start });
  const paid = await holderOf(offer);
  const paying = await holderOf(offer, false);
  const gone = await holderOf(offer);
  await cancelBooking(gone.ctx, { bookingId: gone.bookingId });
  expect(await booked(paid.bookingId)).toMatchObject({ calendarSequence: 0, changedAt: null });

  const owner = await world.context(offer.professional.userId);
  const moved = { address: "9 quai Fulchiron", city: "Lyon", postalCode: "69005" };
  await updateOffering(owner, "session", { id: offer.sessionId, changes: moved });
  await updateFutureBookings(owner, { offeringId: offer.sessionId });
  await updateFutureBookings(owner, { offeringId: offer.sessionId });

  expect(await booked(paid.bookingId)).toMatchObject({
    ...{ calendarSequence: 1, changedAt: expect.any(Date), refundableUntil: start },
    sold: moved,
  });
  expect((await booked(gone.bookingId))?.sold).toMatchObject({ address: "1 rue de la Paix" });
  expect(await changeMails(paid.email)).toBe(1);
  expect(await changeMails(gone.email)).toBe(0);
  // Somebody who is paying is told once the booking is theirs.
  expect(await changeMails(paying.email)).toBe(0);
  await world.pay(paying.bookingId);
  expect(await changeMails(paying.email)).toBe(1);

  const received = await receiveMails(await world.context());
  const mail = received.find(
    ({ recipients, subject }) =>
      recipients.includes(paid.email) && subject?.startsWith("Votre réservation a changé"),
  );
  const words = mail?.text?.replaceAll(/[\s\u00a0\u202f]+/g, " ");
  expect(words).toContain("Lieu avant : 1 rue de la Paix, 69001 Lyon");
  expect(words).toContain("Lieu maintenant : 9 quai Fulchiron, 69005 Lyon");
  expect(words).toContain("remboursé intégralement jusqu'au début");
  const file = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer).toString();
  expect(file).toContain("SEQUENCE:1");

  // Within 24 hours of the start, where the rule of the sale gave nothing back.
  expect(await cancelBooking(paid.ctx, { bookingId: paid.bookingId })).toEqual({ refunded: true });
  await world.runJobs();
});

test("a mail about a change says the deadline that the booking has once its client has moved it (rule: own-move)", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR);
  const offer = await world.makeOffer({ start: inDays(5) });
  const { ctx, bookingId, email } = await holderOf(offer);
  const session = { id: offer.sessionId, capacity: 1 };
  const later = await makeSlot(world.db, { session, start: inDays(8), now: new Date() });
  const owner = await world.context(offer.professional.userId);
  const moved = { address: "9 quai Fulchiron", city: "Lyon", postalCode: "69005" };
  await updateOffering(owner, "session", { id: offer.sessionId, changes: moved });
  await updateFutureBookings(owner, { offeringId: offer.sessionId });
  await moveBooking(ctx, { bookingId, slotId: later.id });
  const until = (await booked(bookingId))?.refundableUntil ?? later.startDatetime;
  expect(until < later.startDatetime).toBe(true);

  const received = await receiveMails(await world.context());
  const mail = received.find(
    ({ recipients, subject }) =>
      recipients.includes(email) && subject?.startsWith("Votre réservation a changé"),
  );
  expect(mail?.text).toContain(`jusqu'au ${formatLongDay(until)} à ${formatTime(until)}.`);
  expect(mail?.text).not.toContain("début");
});

test("a hold that had ended before the change, and is confirmed after all, is sold as the offering is now", async () => {
  const [priced, free] = [await world.makeOffer(), await world.makeOffer({ priceCents: 0 })];
  const paying = await holderOf(priced, false);
  const email = `${randomUUID()}@example.fr`;
  const held = await bookSlot(await world.context(), { ...free, email });
  const [token = ""] = await bookingTokens(world.db, email);
  const guest = { bookingId: held.bookingId, email };
  const checkoutId = await checkoutOf(world.db, paying.bookingId);
  const payment = await findPayment(world.db, { reference: paying.bookingId });
  const ended = { event: "ended", reason: "expired", answer: null } as const;
  await applyPayment(paying.ctx, { paymentId: String(payment?.id), ...ended });
  world.shift(31 * MINUTE);
  await releaseHolds(await world.context());
  world.shift(0);
  for (const offer of [priced, free]) {
    const owner = await world.context(offer.professional.userId);
    const moved = { address: "9 quai Fulchiron", city: "Lyon", postalCode: "69005" };
    await updateOffering(owner, "session", { id: offer.sessionId, changes: moved });
    await updateFutureBookings(owner, { offeringId: offer.sessionId });
  }
  await followBookingLink(await world.context(), { token });
  await world.simulator.pay(checkoutId);
  await world.simulator.untilDelivered();

  const received = await receiveMails(await world.context());
  for (const { bookingId, email: to } of [paying, guest]) {
    expect(await booked(bookingId)).toMatchObject({
      ...{ status: "confirmed", changedAt: expect.any(Date) },
      sold: { address: "9 quai Fulchiron" },
    });
    const mail = received.find(
      ({ recipients, subject }) =>
        recipients.includes(to) && subject?.startsWith("Réservation confirmée"),
    );
    expect(mail?.text).toContain("9 quai Fulchiron");
    const file = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer).toString();
    expect(file).toContain("LOCATION:9 quai Fulchiron");
    expect(await changeMails(to)).toBe(1);
  }
});

test("an edit asks for it only when place, mode or duration change, and a booked hour never does", async () => {
  const offer = await world.makeOffer();
  const { bookingId, email } = await holderOf(offer);
  const owner = await world.context(offer.professional.userId);
  const sent: string[] = [];
  const send = async (_: unknown, name: string) => {
    if (name === "tell-holders") sent.push(name);
  };
  const jobs = { ...owner.jobs, send };
  const edit = (changes: object) =>
    updateOffering({ ...owner, jobs: jobs as typeof owner.jobs }, "session", {
      ...{ id: offer.sessionId, changes },
    });
  await edit({ title: "Yoga du matin", price: 45 });
  expect(sent).toEqual([]);
  await edit({ duration: 90 });
  expect(sent).toEqual(["tell-holders"]);
  await updateFutureBookings(owner, { offeringId: offer.sessionId });
  expect(await changeMails(email)).toBe(0);
  await edit({ isOnline: true });
  expect(sent).toEqual(["tell-holders", "tell-holders"]);
  await updateFutureBookings(owner, { offeringId: offer.sessionId });
  expect(await changeMails(email)).toBe(1);
  expect((await booked(bookingId))?.sold).toMatchObject({ isOnline: true, address: null });
});

test("nobody is told of what has begun, nor twice of one change by two runs at once", async () => {
  const offer = await world.makeOffer({ start: new Date(Date.now() + 2 * HOUR) });
  const { email, bookingId } = await holderOf(offer);
  const owner = await world.context(offer.professional.userId);
  const where = eq(offerings.id, offer.sessionId);
  await world.db.update(offerings).set({ address: "2 rue Neuve" }).where(where);
  const run = () => updateFutureBookings(owner, { offeringId: offer.sessionId });
  await Promise.all([run(), run(), run()]);
  expect(await changeMails(email)).toBe(1);
  expect(await booked(bookingId)).toMatchObject({ calendarSequence: 1 });
  const late = { ...owner, now: () => new Date(Date.now() + 2 * HOUR) };
  await world.db.update(offerings).set({ address: "3 rue Neuve" }).where(where);
  await updateFutureBookings(late, { offeringId: offer.sessionId });
  expect(await booked(bookingId)).toMatchObject({ calendarSequence: 1 });
});

test("a cancelled booking keeps the hours that it was sold with, when its slot has moved since", async () => {
  const offer = await world.makeOffer();
  const { ctx, bookingId } = await holderOf(offer);
  const before = (await listBookings(ctx)).bookings[0];
  await cancelBooking(ctx, { bookingId });
  const end = new Date(Date.now() + 60 * HOUR);
  await world.db.update(slots).set({ endDatetime: end }).where(eq(slots.id, offer.slotId));
  expect((await listBookings(ctx)).bookings[0]).toMatchObject({ end: before?.end });
  await world.runJobs();
});
