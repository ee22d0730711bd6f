import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newId, newSecret } from "#platform/ids.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { untilWaiting } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { showAgenda } from "../../agenda/show-agenda.server.ts";
import { dayKey, toParis } from "../../dates.ts";
import { DAY, HOUR, MINUTE } from "../../durations.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { cents } from "../../money.ts";
import { addOwnTime } from "../../own-time/add-own-time.server.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import {
  bookings,
  occupied,
  offerings,
  proposals,
  slotPrices,
  slots,
} from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { cancelSlot } from "../cancellation/cancel-slot-bookings.server.ts";
import { listChanges } from "../changes/store.server.ts";
import { confirmBooking } from "../confirm-booking.server.ts";
import { showPurchase } from "../find-own-booking.server.ts";
import { holdSeat } from "../holds/hold-seat.server.ts";
import { listBookings } from "../lists/list-bookings.server.ts";
import { lockBooking } from "../store.server.ts";
import { answerProposal } from "./answer-proposal.server.ts";
import { proposeHour } from "./propose-hour.server.ts";
import { expiryOf } from "./rules.ts";
import { showProposable, showProposal } from "./show-proposal.server.ts";
import { lapseProposals, withdrawProposal } from "./withdraw-proposal.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  expect(await checkInvariants(world.db)).toEqual([]);
  world.shift(0);
});

/** A whole minute some hours from now. */
const at = (hours: number) => new Date(Math.ceil((Date.now() + hours * HOUR) / MINUTE) * MINUTE);

async function makeBooked(clients = 1, spots = clients, start = at(72)) {
  const offer = await world.makeOffer({ spots, start });
  const booked = [];
  for (let count = 0; count < clients; count += 1) {
    booked.push(await world.buy(offer));
  }
  const owner = await world.context(offer.professional.userId);
  return { offer, booked, owner, start };
}

const propose = (
  { offer, owner }: Awaited<ReturnType<typeof makeBooked>>,
  start: Date,
  more: object = {},
) => proposeHour(owner, { slotId: offer.slotId, start: start.toISOString(), ...more });
const rowOf = async (bookingId: string) => {
  const [row] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
  if (!row) throw new Error("gone");
  return row;
};
const newSlotOf = async (proposalId: string) => {
  const [row] = await world.db
    .select({ slot: slots })
    .from(proposals)
    .innerJoin(slots, eq(slots.id, proposals.toSlotId))
    .where(eq(proposals.id, proposalId));
  if (!row) throw new Error("gone");
  return row.slot;
};
const refreshed = (offeringId: string) =>
  world.db.transaction((tx) => refreshListings(tx, [offeringId], new Date()));
async function linkIn(kind: RegExp, email: string) {
  const received = await receiveMails(await world.context());
  const mail = received.find(
    ({ recipients, subject }) => recipients.join() === email && kind.test(String(subject)),
  );
  return { token: /jeton=([\w.-]+)/.exec(String(mail?.text))?.[1] ?? "", mail };
}

test("a proposed hour falls in price like the offering's others (rule: falling-price)", async () => {
  const made = await makeBooked(1, 2);
  const fallSteps = [
    { hours: 24, percent: 10 },
    { hours: 2, percent: 40 },
  ];
  await world.db.update(offerings).set({ fallSteps }).where(eq(offerings.id, made.offer.sessionId));
  const { proposalId } = await propose(made, at(96));
  const { id } = await newSlotOf(proposalId);
  const cuts = await world.db.select().from(slotPrices).where(eq(slotPrices.slotId, id));
  expect(cuts).toHaveLength(2);
});

test("an accepted hour moves the booking at its price, by one link, and tells both (rule: another-hour)", async () => {
  const made = await makeBooked(1, 2);
  const [one] = made.booked;
  if (!one) throw new Error("nobody");
  const before = await rowOf(one.bookingId);
  const to = at(96);
  const { proposalId, people } = await propose(made, to, { word: "Un rendez-vous médical." });
  expect(people).toBe(1);
  expect(await newSlotOf(proposalId)).toMatchObject({
    ...{ availableSpots: 0, reservedSeats: 1, isOccupied: true, startDatetime: to },
  });
  const { token, mail } = await linkIn(/autre heure/, String(one.client.actor?.email));
  expect(mail?.text).toContain("Un rendez-vous médical.");
  const visitor = await world.context();
  expect(await showProposal(visitor, { token })).toMatchObject({ state: "open", withdraws: false });
  // Reading it changes nothing, and an altered link is nobody's.
  expect((await rowOf(one.bookingId)).slotId).toBe(made.offer.slotId);
  await expect(
    answerProposal(visitor, { token: `${token.slice(0, -1)}_`, answer: "accepted" }),
  ).rejects.toMatchObject({ code: "not_found" });
  const answers = await Promise.allSettled(
    Array.from({ length: 3 }, () => answerProposal(visitor, { token, answer: "accepted" })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(3).fill("fulfilled"));
  const slot = await newSlotOf(proposalId);
  expect(slot).toMatchObject({ availableSpots: 0, reservedSeats: 0, isActive: true });
  const after = await rowOf(one.bookingId);
  expect(after).toMatchObject({
    ...{ slotId: slot.id, status: "confirmed", pricePaidCents: before.pricePaidCents },
    calendarSequence: before.calendarSequence + 1,
    sold: {
      ...before.sold,
      start: to.toISOString(),
      end: new Date(to.getTime() + HOUR).toISOString(),
    },
  });
  // The earlier of both deadlines, so that a move earns nobody a later one.
  expect(after.refundableUntil).toEqual(before.refundableUntil);
  expect(await listChanges(world.db, one.bookingId)).toHaveLength(1);
  const [old] = await world.db.select().from(slots).where(eq(slots.id, made.offer.slotId));
  expect(old).toMatchObject({ availableSpots: 2, isOccupied: false });
  expect((await outcomeOf(world.db, one.bookingId)).payment).toMatchObject({ status: "paid" });
  const told = await linkIn(/accepte la nouvelle heure/, String(made.owner.actor?.email));
  expect(told.mail).toBeDefined();
  await expect(answerProposal(visitor, { token, answer: "refused" })).rejects.toMatchObject({
    code: "conflict",
  });
});

test("the end of the notice is said as long as it is to come: a move wins none back", async () => {
  const seen = async (start: Date) => {
    const made = await makeBooked(1, 1, start);
    await propose(made, at(96));
    const [one] = made.booked;
    if (!one) throw new Error("nobody");
    return (await showProposal(one.client, { bookingId: one.bookingId })).refundableUntil;
  };
  const inThreeDays = at(72);
  expect(await seen(inThreeDays)).toEqual(new Date(+inThreeDays - DAY));
  expect(await seen(at(20))).toBeNull();
});

test("a refusal keeps the booking, and what was made for the proposal goes off line", async () => {
  const made = await makeBooked();
  const [one] = made.booked;
  if (!one) throw new Error("nobody");
  const { proposalId } = await propose(made, at(96));
  expect((await showProposable(made.owner, made.offer)).open).toMatchObject({ waiting: 1 });
  await expect(propose(made, at(120))).rejects.toMatchObject({ code: "conflict" });
  const stranger = await world.newClient();
  const own = { bookingId: one.bookingId, answer: "refused" } as const;
  await expect(answerProposal(stranger, own)).rejects.toMatchObject({ code: "not_found" });
  expect(await answerProposal(one.client, own)).toEqual({ answer: "refused" });
  expect(await newSlotOf(proposalId)).toMatchObject({
    ...{ reservedSeats: 0, availableSpots: 0, isActive: false, isOccupied: false },
  });
  expect(await rowOf(one.bookingId)).toMatchObject({
    ...{ status: "confirmed", slotId: made.offer.slotId },
  });
  // Answered, another hour may be proposed.
  await propose(made, at(120));
});

test("silence keeps the booking until the proposal lapses, or refunds it in full where the old hour is given up", async () => {
  for (const withdraws of [false, true]) {
    const made = await makeBooked();
    const [one] = made.booked;
    if (!one) throw new Error("nobody");
    const { proposalId } = await propose(made, at(96), { withdraws });
    const late = await world.newClient();
    if (withdraws) {
      await expect(bookSlot(late, made.offer)).rejects.toMatchObject({ code: "slot_unavailable" });
    }
    world.shift(2 * DAY + MINUTE);
    await lapseProposals(await world.context());
    await lapseProposals(await world.context());
    world.shift(0);
    await world.runJobs();
    expect(await newSlotOf(proposalId)).toMatchObject({ reservedSeats: 0, isActive: false });
    expect(await outcomeOf(world.db, one.bookingId)).toMatchObject(
      withdraws
        ? {
            booking: { status: "cancelled", cancelReason: "professional" },
            payment: { status: "refunded" },
          }
        : { booking: { status: "confirmed" }, payment: { status: "paid" } },
    );
    const view = await showProposal(one.client, { bookingId: one.bookingId });
    expect(view.state).toBe("lapsed");
    await expect(
      answerProposal(one.client, { bookingId: one.bookingId, answer: "accepted" }),
    ).rejects.toMatchObject({ code: "conflict" });
  }
});

test("whoever was paying for an hour that is given up is refunded, and never confirmed in it", async () => {
  const made = await makeBooked(1, 2);
  const buyer = await world.newClient();
  const { bookingId } = await bookSlot(buyer, made.offer);
  await propose(made, at(96), { withdraws: true });
  await world.pay(bookingId);
  await world.runJobs();
  expect(await outcomeOf(world.db, bookingId)).toMatchObject({
    ...{ booking: { status: "cancelled", cancelReason: "late" }, payment: { status: "refunded" } },
  });
});

test("whoever is confirmed as the hour is given up is asked like everybody else", async () => {
  const offer = await world.makeOffer({ spots: 2, start: at(72), priceCents: 0 });
  await bookSlot(await world.newClient(), offer);
  const email = `${newId()}@example.fr`;
  const { bookingId } = await bookSlot(await world.context(), { ...offer, email });
  const owner = await world.context(offer.professional.userId);
  let proposed: ReturnType<typeof proposeHour> | undefined;
  await world.db.transaction(async (tx) => {
    const held = await lockBooking(tx, bookingId);
    const asked = { slotId: offer.slotId, start: at(96).toISOString(), withdraws: true };
    proposed = proposeHour(owner, asked);
    await untilWaiting(world.db, 1);
    await confirmBooking(await world.context(), tx, held);
  });
  expect(await proposed).toMatchObject({ people: 2 });
});

test("a seat that is bought in the old hour as its client moves beside it stops the move (rule: one-place)", async () => {
  const made = await makeBooked(1, 2);
  const [one] = made.booked;
  if (!one) throw new Error("nobody");
  await propose(made, new Date(made.start.getTime() + 30 * MINUTE));
  const { token } = await linkIn(/autre heure/, String(one.client.actor?.email));
  const visitor = await world.context();
  const buyer = { email: `${newId()}@example.fr`, userId: null, guestProofHash: newId() };
  const { slotId, sessionId: offeringId } = made.offer;
  let answered: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  await world.db.transaction(async (tx) => {
    const input = { kind: "session", slotId, offeringId, seats: 1 } as const;
    const held = await holdSeat({ ...visitor, address: newId() }, tx, buyer, input);
    expect(held.outcome).toBe("held");
    answered = Promise.allSettled([answerProposal(visitor, { token, answer: "accepted" })]);
    await untilWaiting(world.db, 1);
  });
  expect(await answered).toMatchObject([{ status: "rejected", reason: { code: "conflict" } }]);
  expect((await rowOf(one.bookingId)).slotId).toBe(slotId);
});

test("of several, those who accept move and those who refuse a given up hour get everything back", async () => {
  const made = await makeBooked(3);
  const [one, two, three] = made.booked;
  if (!one || !two || !three) throw new Error("nobody");
  const half = new Date(made.start.getTime() + 30 * MINUTE);
  await expect(propose(made, half)).rejects.toMatchObject({
    fields: { start: [expect.any(String)] },
  });
  const { proposalId } = await propose(made, half, { withdraws: true });
  await answerProposal(one.client, { bookingId: one.bookingId, answer: "accepted" });
  expect(await checkInvariants(world.db)).toEqual([]);
  await answerProposal(two.client, { bookingId: two.bookingId, answer: "refused" });
  await answerProposal(three.client, { bookingId: three.bookingId, answer: "accepted" });
  await world.runJobs();
  const slot = await newSlotOf(proposalId);
  expect(slot).toMatchObject({ reservedSeats: 0, availableSpots: 0, isOccupied: true });
  expect((await rowOf(one.bookingId)).slotId).toBe(slot.id);
  expect((await rowOf(three.bookingId)).slotId).toBe(slot.id);
  expect(await outcomeOf(world.db, two.bookingId)).toMatchObject({
    ...{ booking: { status: "cancelled" }, payment: { status: "refunded" } },
  });
});

test("a new hour that touches the old one keeps others out of both, and stands alone after the move (rule: one-place)", async () => {
  for (const minutes of [30, -30]) {
    const made = await makeBooked();
    const [one] = made.booked;
    if (!one) throw new Error("nobody");
    const to = new Date(made.start.getTime() + minutes * MINUTE);
    const { professional } = made.offer;
    // Another offering whose hours touch the new one alone.
    const beside = new Date(to.getTime() + (minutes > 0 ? 45 : -45) * MINUTE);
    const third = await world.makeOffer({ professional, start: beside });
    const { proposalId } = await propose(made, to);
    const buyer = await world.newClient();
    await expect(bookSlot(buyer, third)).rejects.toMatchObject({ code: "slot_unavailable" });
    await answerProposal(one.client, { bookingId: one.bookingId, answer: "accepted" });
    const slot = await newSlotOf(proposalId);
    const [row] = await world.db.select().from(occupied).where(eq(occupied.slotId, slot.id));
    expect(row?.during).toContain(slot.startDatetime.toISOString().slice(11, 16));
    await expect(bookSlot(buyer, third)).rejects.toMatchObject({ code: "slot_unavailable" });
  }
});

test("an hour that is taken, past, too near or the same is refused beside the field, and nothing is left of it", async () => {
  const made = await makeBooked();
  const { professional } = made.offer;
  const other = await world.makeOffer({ professional, start: at(100) });
  await world.buy(other);
  for (const start of [at(100.5), at(-1), made.start, at(2)]) {
    await expect(propose(made, start)).rejects.toMatchObject({
      fields: { start: [expect.any(String)] },
    });
  }
  const empty = await world.makeOffer({ professional, start: at(130) });
  await expect(
    proposeHour(made.owner, { slotId: empty.slotId, start: at(140).toISOString() }),
  ).rejects.toMatchObject({ code: "conflict" });
  const stranger = await world.newClient();
  const asked = { slotId: made.offer.slotId, start: at(140).toISOString() };
  await expect(proposeHour(stranger, asked)).rejects.toMatchObject({ code: "forbidden" });
  await expect(proposeHour(await world.context(), asked)).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect(await world.db.$count(proposals, eq(proposals.fromSlotId, made.offer.slotId))).toBe(0);
});

test("stands on its client's booking until it is answered, and on no other", async () => {
  const made = await makeBooked(2);
  const [one, two] = made.booked;
  if (!one || !two) throw new Error("nobody");
  const seen = async ({ client, bookingId }: typeof one) => {
    const { bookings: listed } = await listBookings(client);
    return listed.find(({ id }) => id === bookingId)?.proposal;
  };
  expect(await seen(one)).toBeNull();
  const to = at(96);
  const { expiresAt } = await propose(made, to);
  const open = { start: to, end: new Date(to.getTime() + HOUR), withdraws: false };
  expect(await seen(one)).toEqual({ ...open, expiresAt: new Date(expiresAt) });
  expect(await showPurchase(one.client, one)).toMatchObject({ proposal: open });
  await answerProposal(one.client, { bookingId: one.bookingId, answer: "refused" });
  expect(await seen(one)).toBeNull();
  expect(await seen(two)).toMatchObject(open);
  world.shift(2 * DAY + MINUTE);
  expect(await seen(two)).toBeNull();
});

test("is answered by the browser that bought as a guest, and by no other", async () => {
  const offer = await world.makeOffer({ start: at(72) });
  const visitor = await world.context();
  const email = `invite-${offer.slotId}@example.fr`;
  const { bookingId, guestProof } = await bookSlot(visitor, { ...offer, email });
  await world.pay(bookingId);
  const owner = await world.context(offer.professional.userId);
  await proposeHour(owner, { slotId: offer.slotId, start: at(96).toISOString() });
  const proof = String(guestProof);
  for (const stranger of [visitor, await world.newClient()]) {
    const foreign = { bookingId, guestProof: newSecret() };
    await expect(showProposal(stranger, foreign)).rejects.toMatchObject({ code: "not_found" });
    await expect(
      answerProposal(stranger, { ...foreign, answer: "accepted" }),
    ).rejects.toMatchObject({ code: "not_found" });
  }
  await expect(showProposal(visitor, { bookingId })).rejects.toMatchObject({
    code: "unauthenticated",
  });
  expect(await showProposal(visitor, { bookingId, guestProof: proof })).toMatchObject({
    state: "open",
  });
  await answerProposal(visitor, { bookingId, guestProof: proof, answer: "refused" });
});

test("over her own hours, or in an absence, it is refused beside the field (rule: own-time)", async () => {
  const made = await makeBooked();
  const beside = await world.makeOffer({ start: at(72) });
  await world.db.update(slots).set({ isParallel: true }).where(eq(slots.id, beside.slotId));
  await world.buy(beside);
  const hours = (from: number, to: number) => ({ from: toParis(at(from)), to: toParis(at(to)) });
  await addOwnTime(made.owner, { kind: "busy", ...hours(95.5, 96.5) });
  const far = { from: dayKey(at(240)), to: dayKey(at(240)) };
  await addOwnTime(made.owner, { kind: "absence", ...far });
  await expect(propose(made, at(96))).rejects.toMatchObject({
    fields: { start: [expect.stringContaining("une heure où vous êtes pris")] },
  });
  await expect(propose(made, at(240))).rejects.toMatchObject({
    fields: { start: [expect.any(String)] },
  });
  const owner = await world.context(beside.professional.userId);
  await addOwnTime(owner, { kind: "absence", ...far });
  await expect(
    proposeHour(owner, { slotId: beside.slotId, start: at(240).toISOString() }),
  ).rejects.toMatchObject({ fields: { start: [expect.any(String)] } });
});

test("nor is it a slot of hers that somebody has, once she is away then (rule: own-time)", async () => {
  const made = await makeBooked(1, 2);
  const session = { id: made.offer.sessionId, capacity: 2 };
  const other = await makeSlot(world.db, { session, start: at(240), now: new Date() });
  await refreshed(made.offer.sessionId);
  await world.buy({ ...made.offer, slotId: other.id });
  const day = dayKey(at(240));
  await addOwnTime(made.owner, { kind: "absence", from: day, to: day });
  await expect(propose(made, other.startDatetime)).rejects.toMatchObject({
    fields: { start: [expect.any(String)] },
  });
});

test("withdrawn, whoever has not answered keeps their hour and is told, and its hour is free again (rule: another-hour)", async () => {
  const made = await makeBooked(2, 2);
  const [one, two] = made.booked;
  if (!one || !two) throw new Error("nobody");
  const withdraw = (by = made.owner) => withdrawProposal(by, { slotId: made.offer.slotId });
  await expect(withdraw()).rejects.toMatchObject({ code: "conflict" });
  const to = at(96);
  const { proposalId, expiresAt } = await propose(made, to);
  const open = async () => {
    const { slots: shown } = await showAgenda(made.owner, {
      from: at(71).toISOString(),
      to: at(73).toISOString(),
    });
    return shown.map(({ proposal }) => proposal);
  };
  const asked = { start: to, expiresAt: new Date(expiresAt), withdraws: false };
  expect(await open()).toEqual([{ ...asked, waiting: 2 }]);
  await answerProposal(one.client, { bookingId: one.bookingId, answer: "accepted" });
  expect(await open()).toEqual([{ ...asked, waiting: 1 }]);
  await expect(withdraw(await world.newClient())).rejects.toMatchObject({ code: "forbidden" });
  await withdraw();
  expect(await open()).toEqual([null]);
  await expect(withdraw()).rejects.toMatchObject({ code: "conflict" });
  expect(await newSlotOf(proposalId)).toMatchObject({ reservedSeats: 0, isActive: true });
  expect((await rowOf(two.bookingId)).slotId).toBe(made.offer.slotId);
  const { mail } = await linkIn(/^Votre heure reste la même/, String(two.client.actor?.email));
  expect(mail?.text).toContain("Votre réservation reste à l'heure prévue.");
  const late = answerProposal(two.client, { bookingId: two.bookingId, answer: "accepted" });
  await expect(late).rejects.toMatchObject({ code: "conflict" });
});

test("an hour that was withdrawn or refused, or that nobody had when it was closed, may be proposed again", async () => {
  const made = await makeBooked();
  const [one] = made.booked;
  if (!one) throw new Error("nobody");
  const to = at(96);
  await propose(made, to);
  await withdrawProposal(made.owner, { slotId: made.offer.slotId });
  await propose(made, to);
  await answerProposal(one.client, { bookingId: one.bookingId, answer: "refused" });
  const session = { id: made.offer.sessionId, capacity: 1 };
  const hours = { start: at(120), now: new Date() };
  const closed = await makeSlot(world.db, { session, ...hours, isActive: false });
  const owned = { priceCents: cents(1_000), pricesFrozenAt: hours.now };
  await world.db.update(slots).set(owned).where(eq(slots.id, closed.id));
  const again = await propose(made, at(120));
  expect(await newSlotOf(again.proposalId)).toMatchObject({
    ...{ id: closed.id, isActive: true, priceCents: null, reservedSeats: 1, availableSpots: 0 },
  });
  await withdrawProposal(made.owner, { slotId: made.offer.slotId });
  expect(await newSlotOf(again.proposalId)).toMatchObject({ isActive: false, isOccupied: false });
  const { proposalId } = await propose(made, to);
  await answerProposal(one.client, { bookingId: one.bookingId, answer: "accepted" });
  const slot = await newSlotOf(proposalId);
  expect(slot).toMatchObject({ isActive: true, isOccupied: true, startDatetime: to });
  expect((await rowOf(one.bookingId)).slotId).toBe(slot.id);
});

test("a closed hour that clients still have cannot be proposed", async () => {
  const made = await makeBooked();
  await propose(made, at(96), { withdraws: true });
  const session = { id: made.offer.sessionId, capacity: 1 };
  const slot = await makeSlot(world.db, { session, start: at(144), now: new Date() });
  await world.buy({ ...made.offer, slotId: slot.id });
  const other = { ...made, offer: { ...made.offer, slotId: slot.id } };
  await expect(propose(other, made.start)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Vous êtes pris à cette heure"),
  });
});

test("whoever gave the old hour up cannot withdraw the new one", async () => {
  const made = await makeBooked();
  await propose(made, at(96), { withdraws: true });
  await expect(withdrawProposal(made.owner, { slotId: made.offer.slotId })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("annulée"),
  });
});

test("called off meanwhile, the kept seat is given up", async () => {
  const made = await makeBooked();
  const { proposalId } = await propose(made, at(96));
  await cancelSlot(made.owner, made.offer);
  await world.runJobs();
  await lapseProposals(await world.context());
  expect(await newSlotOf(proposalId)).toMatchObject({ reservedSeats: 0, isActive: false });
});

test("a proposal lapses at the earlier of 48 hours and 2 hours before the earlier start", () => {
  const now = new Date("2026-11-20T09:00:00Z");
  const hours = (count: number) => new Date(now.getTime() + count * HOUR);
  const expiry = (from: number, to: number) => expiryOf({ from: hours(from), to: hours(to) }, now);
  expect(expiry(72, 96)).toEqual(hours(48));
  expect(expiry(20, 96)).toEqual(hours(18));
  expect(expiry(96, 20)).toEqual(hours(18));
  expect(expiry(2.2, 96)).toBeNull();
});
