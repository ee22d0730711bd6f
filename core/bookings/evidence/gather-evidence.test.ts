import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSlot } from "#test/make/catalogue.ts";
import { openPaymentWorld, type PaymentWorld, untilSettled } from "#test/make/payments.ts";
import { formatMoment } from "../../dates.ts";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import { bookings, offerings } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { moveBooking } from "../move/move-booking.server.ts";
import { gatherEvidence } from "./gather-evidence.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
const before = (start: Date) => new Date(start.getTime() - 24 * HOUR);
const until = (instant: Date) => `jusqu'au ${formatMoment(instant)}`;

test("a bank is told the deadline that was shown, whatever has moved since (rule: dispute-evidence)", async () => {
  const [first, second] = [inHours(120), inHours(70)];
  const offer = await world.makeOffer({ priceCents: 4_000, start: first });
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  const pay = async (id: string) => {
    await world.pay(id);
    await untilSettled(world.db, id);
  };
  await pay(bookingId);
  const policyOf = async (id: string) => (await gatherEvidence(world.db, id))?.refundPolicy;
  const [shown, now] = [until(before(first)), until(before(second))];
  expect(await policyOf(bookingId)).toContain(shown);
  expect(await policyOf(bookingId)).not.toContain("depuis");

  const session = { id: offer.sessionId, capacity: 1 };
  const near = await makeSlot(world.db, { session, start: second, now: new Date() });
  await moveBooking(ctx, { bookingId, slotId: near.id });
  expect(await policyOf(bookingId)).toContain(`${shown}, aucun remboursement ensuite.`);
  expect(await policyOf(bookingId)).toContain(`depuis : le remboursement restait possible ${now}.`);

  const priceCents = cents(5_000);
  await world.db.update(offerings).set({ priceCents }).where(eq(offerings.id, offer.sessionId));
  const dearer = await makeSlot(world.db, { session, start: inHours(200), now: new Date() });
  await moveBooking(ctx, { bookingId, slotId: dearer.id });
  const [paid] = await world.db.select().from(bookings).where(eq(bookings.slotId, dearer.id));
  await pay(String(paid?.id));
  expect(await policyOf(String(paid?.id))).toContain(shown);
  expect(await policyOf(String(paid?.id))).toContain(now);
  await world.runJobs();
});

test("one that was booked too late for a refund says that none was offered", async () => {
  const offer = await world.makeOffer({ start: inHours(5) });
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  const evidence = await gatherEvidence(world.db, bookingId);
  expect(evidence?.refundPolicy).toContain("moins de 24 h : il n'est pas remboursable.");
});
