import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderPush } from "#mails/render.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { cancelBooking } from "../../bookings/cancellation/cancel-booking.server.ts";
import { moveBooking } from "../../bookings/move/move-booking.server.ts";
import { answerProposal } from "../../bookings/proposals/answer-proposal.server.ts";
import { proposeHour } from "../../bookings/proposals/propose-hour.server.ts";
import { addDays, dayKey, formatLongDay, fromParis } from "../../dates.ts";
import { mails } from "../../tables.server.ts";
import type { PushKind } from "../labels.ts";

/* The words beside mails about other hours and fewer seats (rule: notifications). */

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** The same all along, though midnight may pass meanwhile. */
const TODAY = dayKey(new Date());
const at = (days: number, time: string) => fromParis(`${addDays(TODAY, days)}T${time}`) as Date;
/** The day before a booking's first hour. */
const NOW = at(8, "12:00");
const OLD = at(9, "18:30");

async function makeBooked(seats: number) {
  const offer = await world.makeOffer({ spots: 3, start: OLD });
  const { client: ctx, bookingId } = await world.buy({ ...offer, seats });
  const owner = await world.context(offer.professional.userId);
  return { offer, ctx, owner, bookingId };
}

/** The words of the notification beside the last mail of this kind, at an instant; null for none. */
async function worded(kind: PushKind, now = NOW) {
  const rows = await world.db.select().from(mails).where(eq(mails.kind, kind));
  const last = rows.sort((one, other) => (one.id < other.id ? 1 : -1))[0];
  if (!last) throw new Error(`no mail ${kind}`);
  const mail = { ...last, to: "", secrets: null } as unknown as Parameters<typeof renderPush>[1];
  return renderPush({ ...(await world.context()), now: () => now }, mail);
}

test("a professional is told that a client has moved, with both hours, until it is called off", async () => {
  const { offer, ctx, bookingId } = await makeBooked(1);
  const other = await makeSlot(world.db, {
    session: { id: offer.sessionId, capacity: 6 },
    ...{ start: at(9, "20:00"), now: new Date() },
  });
  await moveBooking(ctx, { bookingId, slotId: other.id });
  expect(await worded("booking-moved-professional")).toMatchObject({
    title: "Réservation déplacée",
    text: expect.stringMatching(/, demain à 20:00 au lieu de demain à 18:30$/),
    path: "/agenda",
  });
  await cancelBooking(ctx, { bookingId });
  expect(await worded("booking-moved-professional")).toBeNull();
});

test("a professional is told of seats that a client has given back, until all are", async () => {
  const { ctx, bookingId } = await makeBooked(3);
  await cancelBooking(ctx, { bookingId, seats: 2 });
  expect(await worded("seats-cancelled-professional")).toMatchObject({
    title: "2 places annulées",
    text: expect.stringMatching(/, demain à 18:30$/),
    path: "/agenda",
  });
  expect(await worded("seats-cancelled-professional", at(10, "12:00"))).toBeNull();
  await cancelBooking(ctx, { bookingId });
  expect(await worded("seats-cancelled-professional")).toBeNull();
});

test("a client is asked about another hour until they answer, and its professional told", async () => {
  const { offer, ctx, owner, bookingId } = await makeBooked(1);
  const to = at(16, "10:00");
  await proposeHour(owner, { slotId: offer.slotId, start: to.toISOString() });
  const text = `, ${formatLongDay(to)} à 10:00 au lieu de demain à 18:30`;
  expect(await worded("hour-proposed", at(0, "12:00"))).toMatchObject({
    title: "Une autre heure vous est proposée",
    path: "/mes-sessions",
  });
  await answerProposal(ctx, { bookingId, answer: "accepted" });
  expect(await worded("hour-proposed", at(0, "12:00"))).toBeNull();
  const told = await worded("hour-moved-professional");
  expect(told).toMatchObject({ title: "Nouvelle heure acceptée", path: "/agenda" });
  expect(told?.text.endsWith(text)).toBe(true);
});
