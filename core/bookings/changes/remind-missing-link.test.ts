import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { HOUR, MINUTE } from "../../durations.ts";
import { mails, offerings } from "../../tables.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { remindMissingLink } from "./remind-missing-link.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** An activity online that somebody has booked, with its professional's context. */
async function makeBooked(start: Date, onlineLink?: string) {
  const link = onlineLink && { onlineLink };
  const offer = await world.makeActivityOffer({ start, isOnline: true, ...link });
  const { client, bookingId } = await world.buy(offer);
  const owner = await world.context(offer.professional.userId);
  return { ...offer, bookingId, client, owner, email: String(owner.actor?.email) };
}

const remindersOf = async (slotId: string) => {
  const rows = await world.db
    .select({ reference: mails.reference })
    .from(mails)
    .where(eq(mails.kind, "link-missing"))
    .orderBy(asc(mails.createdAt), asc(mails.id));
  return rows.map((row) => row.reference).filter((reference) => reference.startsWith(slotId));
};

test("a link that is missing is asked for a day and two hours before the start, each once (rule: somewhere-to-go)", async () => {
  const start = new Date(Date.now() + 25 * HOUR);
  const { slotId, owner, email, client } = await makeBooked(start);
  const run = (before: number) =>
    remindMissingLink({ ...owner, now: () => new Date(start.getTime() - before) });
  await run(24 * HOUR + MINUTE);
  expect(await remindersOf(slotId)).toEqual([]);
  await run(24 * HOUR);
  await run(3 * HOUR);
  expect(await remindersOf(slotId)).toEqual([`${slotId}-24`]);
  await run(2 * HOUR);
  await run(5 * MINUTE);
  expect(await remindersOf(slotId)).toEqual([`${slotId}-24`, `${slotId}-2`]);
  const received = await receiveMails(await world.context());
  const asked = received.filter(({ subject }) => subject?.startsWith("Il manque le lien"));
  expect(asked.map(({ recipients }) => recipients)).toEqual([[email], [email]]);
  expect(asked[0]?.text).toContain("Un client a réservé");
  // The buyer has read meanwhile that it follows.
  const bought = received.find(({ recipients }) =>
    recipients.includes(String(client.actor?.email)),
  );
  expect(bought?.text?.replaceAll(/\s+/g, " ")).toContain("le lien suit");
});

test("nothing is asked for what has its link, is not booked, or has begun", async () => {
  const start = new Date(Date.now() + HOUR);
  const linked = await makeBooked(start, "https://visio.example.fr/a");
  const gone = await makeBooked(start);
  await cancelBooking(gone.client, { bookingId: gone.bookingId });
  const begun = await makeBooked(start);
  await remindMissingLink({ ...begun.owner, now: () => start });
  await remindMissingLink(linked.owner);
  expect(await remindersOf(linked.slotId)).toEqual([]);
  expect(await remindersOf(gone.slotId)).toEqual([]);
  expect(await remindersOf(begun.slotId)).toEqual([`${begun.slotId}-2`]);
  // Given before the mail leaves, it makes the mail pointless.
  await world.db
    .update(offerings)
    .set({ onlineLink: "https://visio.example.fr/b" })
    .where(eq(offerings.id, begun.activityId));
  const received = await receiveMails(await world.context());
  expect(received.filter(({ recipients }) => recipients.includes(begun.email))).toHaveLength(1);
  await world.runJobs();
});
