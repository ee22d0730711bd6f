import { afterAll, beforeAll, expect, test } from "vitest";
import { contradict } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { chooseMails } from "../accounts/profile/update-profile.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { markPresence } from "../bookings/presence/mark-presence.server.ts";
import type { Context } from "../context.server.ts";
import { DAY, HOUR } from "../durations.ts";
import { askForReviews } from "./ask-for-reviews.server.ts";
import { writeReview } from "./write-review.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // These mails go after slots of 2100, which the present takes for bookable ones.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());

let year = 2100;

/** A paid booking of a slot in a year of its own, so that no test sees those of another. */
async function makeBooked(known?: { client: Context; professional: Professional; start: Date }) {
  const start = known?.start ?? new Date(`${year++}-03-05T17:30:00Z`);
  const offer = await world.makeOffer({
    ...(known && { professional: known.professional }),
    start,
  });
  const client = known?.client ?? (await world.newClient());
  const { bookingId } = await world.buy(offer, client);
  return { ...offer, client, bookingId, end: new Date(start.getTime() + HOUR) };
}
type Professional = Awaited<ReturnType<PaymentWorld["makeOffer"]>>["professional"];
type Booked = Awaited<ReturnType<typeof makeBooked>>;

const later = ({ client, end }: Booked, length: number) => ({
  ...client,
  now: () => new Date(end.getTime() + length),
});

/** Works the job so long after the end, and gives the requests that the client's mailbox then has. */
async function asksAt(booked: Booked, length: number, meanwhile?: () => Promise<unknown>) {
  const ctx = later(booked, length);
  await askForReviews(ctx);
  await meanwhile?.();
  return (await receiveMails(await world.context(undefined, { now: ctx.now }))).filter(
    ({ subject }) => subject?.startsWith("Comment était"),
  );
}

test("a client is asked a day after the end, and once more three days later (rule: reviews)", async () => {
  const booked = await makeBooked();
  expect(await asksAt(booked, 23.9 * HOUR)).toEqual([]);
  const [first, ...more] = await asksAt(booked, DAY);
  expect(more).toEqual([]);
  expect(first?.recipients).toEqual([booked.client.actor?.email]);
  expect(first?.text).toContain(`/reservations/${booked.bookingId}/avis`);
  const header = first?.headers.find(({ key }) => key === "list-unsubscribe-post");
  expect(header?.value).toBe("List-Unsubscribe=One-Click");
  expect(await asksAt(booked, DAY + HOUR)).toEqual([]);
  expect(await asksAt(booked, 3 * DAY)).toEqual([]);
  expect(await asksAt(booked, 4 * DAY)).toHaveLength(1);
  expect(await asksAt(booked, 4 * DAY + HOUR)).toEqual([]);
});

test("nobody is asked for what they have written, also after the mail was", async () => {
  const booked = await makeBooked();
  const write = () => writeReview(later(booked, DAY), { bookingId: booked.bookingId, rating: 5 });
  expect(await asksAt(booked, DAY, write)).toEqual([]);
  expect(await asksAt(booked, 4 * DAY)).toEqual([]);
});

test("nobody is asked where an absence stands, or a booking is over", async () => {
  const absent = await makeBooked();
  const owner = await world.context(absent.professional.userId);
  const now = () => new Date(absent.end.getTime() - HOUR / 2);
  await markPresence({ ...owner, now }, { bookingId: absent.bookingId, status: "absent" });
  expect(await asksAt(absent, DAY)).toEqual([]);
  const gone = await makeBooked();
  await cancelBooking(gone.client, { bookingId: gone.bookingId });
  expect(await asksAt(gone, DAY)).toEqual([]);
});

test("whoever rated the professional less than a year ago is not asked again", async () => {
  const first = await makeBooked();
  await writeReview(later(first, DAY), { bookingId: first.bookingId, rating: 5 });
  const { client, professional } = first;
  const start = new Date(first.end.getTime() + 7 * DAY);
  const again = await makeBooked({ client, professional, start });
  expect(await asksAt(again, DAY)).toEqual([]);
});

test("such mails are switched off in the profile (rule: mail-topics)", async () => {
  const booked = await makeBooked();
  await chooseMails(booked.client, { reviews: false });
  expect(await asksAt(booked, DAY)).toEqual([]);
});
