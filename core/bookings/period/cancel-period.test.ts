import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { refreshListings } from "#core/listings/refresh-listings.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { showAgenda } from "../../agenda/show-agenda.server.ts";
import { addOutsideClient } from "../../catalogue/outside-clients/add-outside-client.server.ts";
import { publishSlot } from "../../catalogue/publishing/publish-slot.server.ts";
import { toParis } from "../../dates.ts";
import { DAY, HOUR } from "../../durations.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { bookingMessages, bookings, offerings, refunds, slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { cancelSlotBookings } from "../cancellation/cancel-slot-bookings.server.ts";
import { cancelPeriod, previewPeriod } from "./cancel-period.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
});

type Offer = Awaited<ReturnType<PaymentWorld["makeOffer"]>>;

async function book(offer: Offer, firstName = "Julie", isPaid = true) {
  const user = await makeUser(world.db, { firstName, lastName: "Martin" });
  const client = await world.context(user.id);
  const { bookingId } = await bookSlot(client, offer);
  if (isPaid) await world.pay(bookingId);
  return { bookingId, client, email: user.email };
}

const at = (hours: number) => new Date(Date.now() + hours * HOUR);
/** Runs the jobs that such an act leaves. */
const work = async (slotIds: readonly string[], decided: string) => {
  for (const slotId of slotIds)
    await cancelSlotBookings(await world.context(), { slotId, decided });
  await world.runJobs();
};
const closedOf = (ids: string[]) =>
  world.db.$count(slots, and(inArray(slots.id, ids), eq(slots.isActive, false)));
const plain = (text: string | undefined) => text?.replaceAll(/[\s\u00a0\u202f]+/g, " ") ?? "";

/** A professional with two booked slots and a free one; the last is days later. */
async function makePeriod() {
  const full = await world.makeOffer({ spots: 3, priceCents: 1_450, start: at(20) });
  const { professional } = full;
  const single = await world.makeOffer({ professional, priceCents: 5_400, start: at(24) });
  const free = await world.makeOffer({ professional, start: at(28) });
  const later = await world.makeOffer({ professional, spots: 4, start: at(90) });
  const type = { activityTypeId: await typeOf(full.sessionId), city: "Villebois" };
  const ids = [full, single, free, later].map(({ sessionId }) => sessionId);
  await place(ids, type);
  const owner = await world.context(professional.userId);
  return { full, single, free, later, owner, type };
}

async function place(ids: string[], where: Partial<typeof offerings.$inferInsert>) {
  await world.db.transaction(async (tx) => {
    await tx.update(offerings).set(where).where(inArray(offerings.id, ids));
    await refreshListings(tx, ids, new Date());
  });
}

async function typeOf(offeringId: string) {
  const [row] = await world.db.select().from(offerings).where(eq(offerings.id, offeringId));
  return row?.activityTypeId;
}

const period = () => ({ from: new Date().toISOString(), to: at(48).toISOString() });

test("it says what a period costs: who, how much, the commission given back, and the hours that still fit (rule: cancellation)", async () => {
  const { full, single, free, later, owner, type } = await makePeriod();
  await book(full, "Karim");
  await book(full, "Julie");
  await book(single, "Léa");
  const near = await world.makeOffer({ start: at(30) });
  const elsewhere = await world.makeOffer({ start: at(30) });
  await place([near.sessionId], type);
  await place([elsewhere.sessionId], { ...type, city: "Brest" });
  const view = await previewPeriod(owner, period());
  expect(view.stops.map(({ slotId }) => slotId)).toEqual([full.slotId, single.slotId, free.slotId]);
  const [first, second, third] = view.stops;
  expect(first).toMatchObject({ refundCents: 2_900, commissionCents: 290, held: 0 });
  expect(first?.people.map(({ name, isFirst }) => [name, isFirst])).toEqual([
    ["Julie M.", true],
    ["Karim M.", true],
  ]);
  expect(second).toMatchObject({ refundCents: 5_400, commissionCents: 540 });
  expect(third).toMatchObject({ refundCents: 0, people: [], others: [] });
  for (const stop of [first, second]) {
    expect(stop?.others.map(({ slotId, isOwn, free }) => [slotId, isOwn, free])).toEqual([
      [later.slotId, true, 4],
      [near.slotId, false, 1],
    ]);
  }
  const ids = view.stops.map(({ slotId }) => slotId);
  expect(await closedOf(ids)).toBe(0);
});

test("the commission is to the cent what is given back of a booking whose seats went in parts (rule: money-in-parts)", async () => {
  const offer = await world.makeOffer({ spots: 2, priceCents: 1_994, start: at(40) });
  const owner = await world.context(offer.professional.userId);
  const { client, bookingId } = await world.buy({ ...offer, seats: 2 });
  await cancelBooking(client, { bookingId, seats: 1 });
  await world.runJobs();
  // The commission was 3.99 € of 39.88 €, and is 1.99 € of the 19.94 € that are left.
  const { stops } = await previewPeriod(owner, period());
  expect(stops).toMatchObject([{ refundCents: 1_994, commissionCents: 199 }]);
  const decided = new Date().toISOString();
  expect(await cancelPeriod(owner, { ...period(), slotIds: [offer.slotId] })).toMatchObject({
    ...{ refundCents: 1_994, commissionCents: 199 },
  });
  await work([offer.slotId], decided);
  const { payment } = await outcomeOf(world.db, bookingId);
  const made = await world.db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, String(payment?.id)));
  expect(made.map(({ commissionCents }) => commissionCents).sort()).toEqual([199, 200]);
});

test("other hours are of the same offering first, and nearest to the lost one (rule: cancellation)", async () => {
  const lost = await world.makeOffer({ start: at(400) });
  const { professional, sessionId } = lost;
  const session = { id: sessionId, capacity: 1 };
  const soon = await makeSlot(world.db, { session, start: at(60), now: new Date() });
  const after = await makeSlot(world.db, { session, start: at(520), now: new Date() });
  const beside = await world.makeOffer({ professional, start: at(402) });
  const type = { activityTypeId: await typeOf(sessionId), city: "Nearville" };
  await place([sessionId, beside.sessionId], type);
  await book(lost);
  const owner = await world.context(professional.userId);
  const { stops } = await previewPeriod(owner, {
    from: at(390).toISOString(),
    to: at(401).toISOString(),
  });
  expect(stops.map(({ slotId }) => slotId)).toEqual([lost.slotId]);
  expect(stops[0]?.others.map(({ slotId }) => slotId)).toEqual([
    ...[after.id, soon.id, beside.slotId],
  ]);
});

test("one act ends a period: refunded in full, told with a word and other hours, and closed to all (rule: cancellation)", async () => {
  const { full, single, free, later, owner } = await makePeriod();
  const one = await book(full, "Karim");
  const other = await book(single, "Léa");
  const open = await book(full, "Nadia", false);
  const slotIds = [full.slotId, single.slotId, free.slotId];
  const word = "Je suis souffrante.\nÀ très <b>vite</b>.";
  const shown = { refundCents: 6_850 };
  const decided = new Date();
  const done = await cancelPeriod(
    { ...owner, now: () => decided },
    { ...period(), ...shown, slotIds, word: `  ${word}\n` },
  );
  expect(done).toEqual({
    slots: 3,
    people: 2,
    outside: 0,
    refundCents: 6_850,
    commissionCents: 685,
  });
  // Closed in the same transaction; the bookings end by jobs, which may run twice.
  for (const offer of [full, single, free]) {
    const client = await world.newClient();
    await expect(bookSlot(client, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
  }
  await work(slotIds, decided.toISOString());
  await work(slotIds, decided.toISOString());
  for (const [{ bookingId }, cents] of [
    [one, 1_450],
    [other, 5_400],
  ] as const) {
    expect(await outcomeOf(world.db, bookingId)).toMatchObject({
      booking: { status: "cancelled", cancelReason: "professional", paymentStatus: "refunded" },
      payment: { status: "refunded", refundedCents: cents },
    });
  }
  expect(await outcomeOf(world.db, open.bookingId)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "abandoned" },
    payment: { status: "expired" },
  });
  const received = await receiveMails(await world.context());
  const told = received.filter(({ subject }) => subject?.startsWith("Réservation annulée"));
  const [toLea, ...more] = told.filter(({ recipients }) => recipients.join() === other.email);
  expect(more).toEqual([]);
  expect(plain(toLea?.text)).toMatch(/Votre séance (de|d'|du) .+ n'aura pas lieu\./i);
  expect(plain(toLea?.text)).toContain("« Je suis souffrante. À très <b>vite</b>. »");
  expect(toLea?.html).toContain("&lt;b&gt;vite");
  expect(toLea?.text).toContain(`?creneau=${later.slotId}`);
  expect(toLea?.text).not.toContain(full.slotId);
  expect(told.filter(({ recipients }) => recipients.join() === one.email)).toHaveLength(1);
  expect(await world.db.$count(bookingMessages, eq(bookingMessages.bookingId, one.bookingId))).toBe(
    1,
  );
});

test("all or none: nothing of others, nothing that has begun, and never more than was shown", async () => {
  const { full, single, owner } = await makePeriod();
  await book(full);
  const stranger = await world.makeOffer();
  const stop = (slotIds: string[], more: object = {}) =>
    cancelPeriod(owner, { ...period(), slotIds, ...more });
  await expect(stop([full.slotId, stranger.slotId])).rejects.toMatchObject({ code: "not_found" });
  await book(single, "Léa");
  await expect(stop([full.slotId, single.slotId], { refundCents: 1_450 })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("entre-temps"),
  });
  await expect(stop([])).rejects.toMatchObject({ fields: { slotIds: [expect.any(String)] } });
  await expect(stop([full.slotId], { word: "a".repeat(281) })).rejects.toMatchObject({
    fields: { word: ["280 caractères au plus"] },
  });
  world.shift(20.5 * HOUR);
  const late = await world.context(owner.actor?.userId);
  await expect(
    cancelPeriod(late, { ...period(), slotIds: [single.slotId, full.slotId] }),
  ).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/a commencé : elle reste/),
  });
  expect(
    (await previewPeriod(late, { from: at(20).toISOString(), to: at(48).toISOString() })).running,
  ).toHaveLength(1);
  world.shift(0);
  expect(await closedOf([full.slotId, single.slotId])).toBe(0);
  for (const ctx of [await world.newClient(), await world.context()]) {
    await expect(cancelPeriod(ctx, { ...period(), slotIds: [full.slotId] })).rejects.toMatchObject({
      code: ctx.actor ? "forbidden" : "unauthenticated",
    });
  }
  for (const to of [new Date(Date.now() - HOUR), new Date(Date.now() + 90 * DAY)]) {
    const from = new Date(Date.now() - 2 * HOUR).toISOString();
    await expect(previewPeriod(owner, { from, to: to.toISOString() })).rejects.toMatchObject({
      fields: { to: [expect.any(String)] },
    });
  }
});

test("a client who cancels before the queue gets to them is refunded in full all the same, and a late queue ends what has begun", async () => {
  const { full, single, owner } = await makePeriod();
  const quick = await book(full);
  const slow = await book(single, "Léa");
  const slotIds = [full.slotId, single.slotId];
  const decided = new Date();
  await cancelPeriod({ ...owner, now: () => decided }, { ...period(), slotIds });
  // Less than 24 hours before the start, where nothing would come back otherwise.
  expect(await cancelBooking(quick.client, { bookingId: quick.bookingId })).toEqual({
    refunded: true,
  });
  world.shift(26 * HOUR);
  await work(slotIds, decided.toISOString());
  expect(await outcomeOf(world.db, slow.bookingId)).toMatchObject({
    booking: { status: "cancelled", cancelReason: "professional" },
    payment: { status: "refunded" },
  });
  const [row] = await world.db.select().from(bookings).where(eq(bookings.id, quick.bookingId));
  expect(row).toMatchObject({ cancelReason: "client", paymentStatus: "refunded" });
});

test("while the provider is silent all is closed, and the job tried again ends the open checkouts", async () => {
  const { full, owner } = await makePeriod();
  const paid = await book(full);
  const open = await book(full, "Nadia", false);
  const decided = new Date();
  await cancelPeriod({ ...owner, now: () => decided }, { ...period(), slotIds: [full.slotId] });
  await world.simulator.fault({
    ...{ type: "api_error", status: 500, path: "/v1/checkout/*", times: null },
  });
  await expect(work([full.slotId], decided.toISOString())).rejects.toMatchObject({
    code: "provider_unavailable",
  });
  expect((await outcomeOf(world.db, paid.bookingId)).booking.status).toBe("cancelled");
  await world.simulator.clearFaults();
  await work([full.slotId], decided.toISOString());
  expect((await outcomeOf(world.db, open.bookingId)).booking.status).toBe("cancelled");
});

const absencesOf = async (professionalId: string) => {
  const { rows } = await world.db.execute<{ start: string; end: string }>(sql`
    select lower(during) as start, upper(during) as "end" from busy_times
    where professional_id = ${professionalId} and source = 'absence' order by during`);
  return rows.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }));
};

test("a period that is cancelled becomes an absence, once, whose outside clients stay to be told (rules: cancellation, outside-clients-told)", async () => {
  const { full, single, free, owner } = await makePeriod();
  await addOutsideClient(owner, { slotId: full.slotId, name: "Paul", seats: 2 });
  await addOutsideClient(owner, { slotId: single.slotId });
  const slotIds = [full.slotId, single.slotId, free.slotId];
  const hours = { from: at(1), to: at(40) };
  const asked = { from: hours.from.toISOString(), to: hours.to.toISOString() };
  const done = { slots: 3, people: 0, refundCents: 0, commissionCents: 0 };
  expect(await cancelPeriod(owner, { ...asked, slotIds })).toEqual({ ...done, outside: 3 });
  expect(await cancelPeriod(owner, { ...asked, slotIds })).toEqual({ ...done, outside: 0 });
  const { id } = full.professional;
  expect(await absencesOf(id)).toEqual([{ start: hours.from, end: hours.to }]);
  const again = { offeringId: free.sessionId, start: toParis(at(10)) };
  await expect(publishSlot(owner, again)).rejects.toMatchObject({ code: "conflict" });
  const { slots: shown } = await showAgenda(owner, asked);
  expect(shown.map(({ lost }) => lost.map(({ name, seats }) => [name, seats]))).toEqual([
    [["Paul", 2]],
    [[null, 1]],
  ]);
});

test("where a slot of the period is kept, only the cancelled hours are an absence (rule: cancellation)", async () => {
  const { full, single, owner } = await makePeriod();
  await book(full);
  await cancelPeriod(owner, { ...period(), slotIds: [single.slotId] });
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, single.slotId));
  expect(await absencesOf(full.professional.id)).toEqual([
    { start: slot?.startDatetime, end: slot?.endDatetime },
  ]);
  const [kept] = await world.db.select().from(slots).where(eq(slots.id, full.slotId));
  expect(kept).toMatchObject({ isActive: true, absenceId: null });
});

test("the absence of a period begins after the session that runs (rule: cancellation)", async () => {
  const running = await world.makeOffer({ start: at(20), priceCents: 1_450 });
  const { professional } = running;
  const next = await world.makeOffer({ professional, start: at(24) });
  await book(running);
  const [slot] = await world.db.select().from(slots).where(eq(slots.id, running.slotId));
  world.shift(20.5 * HOUR);
  const late = await world.context(professional.userId);
  const to = at(40);
  const asked = { from: at(19).toISOString(), to: to.toISOString(), slotIds: [next.slotId] };
  await cancelPeriod(late, asked);
  expect(await absencesOf(professional.id)).toEqual([{ start: slot?.endDatetime, end: to }]);
});
