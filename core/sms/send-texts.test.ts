import { and, eq, like } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { createTextCatcher } from "#platform/sms.server.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { rangeOf } from "#test/make/diary.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import {
  makeClient,
  openPaymentWorld,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { makePlan } from "#test/make/people.ts";
import { openTextProvider, type TextProvider } from "#test/make/sms-provider.ts";
import { updateProfile } from "../accounts/profile/update-profile.server.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import { moveBooking } from "../bookings/move/move-booking.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { cents } from "../money.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import { bookings, occupied, offerings, profiles, slots, sms } from "../tables.server.ts";
import { planOwnReminders, planTexts } from "./plan-texts.server.ts";
import { isAwake, monthlyCap } from "./rules.ts";
import { sendTexts } from "./send-texts.server.ts";
import { showStop, stopTexts } from "./stop-texts.server.ts";

let world: PaymentWorld;
let provider: TextProvider;
beforeAll(async () => {
  world = await openPaymentWorld();
  // Its answers are waited for, however late they come.
  provider = await openTextProvider(60);
});
afterAll(async () => {
  provider.stop();
  await world.stop();
});

/** Half past six in the evening in Paris, a Friday far away, so that the clock of the tests is early. */
const START = new Date("2100-03-05T17:30:00Z");
const ahead = (milliseconds: number) => new Date(START.getTime() - milliseconds);
let numbers = 10;
const newNumber = () => {
  numbers += 1;
  return `06 39 98 00 ${numbers}`;
};
const stored = (number: string) => number.replace(/^0/, "+33").replaceAll(" ", "");

/** A paid booking with a professional on Premium, and a mobile for its reminder unless told none. */
async function makeBooked({
  number = newNumber(),
  plan = "premium",
  priceCents = 4_000,
  start = START,
  ...given
}: {
  number?: string;
  plan?: string;
  priceCents?: number;
  start?: Date;
  clientId?: string;
  professional?: { id: string; userId: string; accountId: string };
} = {}) {
  const { professional } = given;
  const offer = await world.makeOffer({ priceCents, start, ...(professional && { professional }) });
  if (!professional) {
    await makePlan(world.db, { userId: offer.professional.userId, planType: plan });
  }
  const clientId = given.clientId ?? (await makeClient(world.db));
  const client = await world.context(clientId);
  const input = {
    ...{ sessionId: offer.sessionId, slotId: offer.slotId },
    ...(number && { smsNumber: number }),
  };
  const { bookingId } = await world.buy(input, client);
  return { ...offer, bookingId, client, clientId, number: stored(number) };
}

const rowOf = async (bookingId: string, kind: "reminder" | "booking-soon" = "reminder") => {
  const [row] = await world.db
    .select()
    .from(sms)
    .where(and(eq(sms.reference, bookingId), eq(sms.kind, kind)));
  return row;
};

/** Works what is due at an instant, by so many jobs at once. @returns the texts that went to a number. */
async function runAt(now: Date, number: string, options: Partial<Context> = {}, jobs = 1) {
  const from = provider.asked.length;
  const ctx = await world.context(undefined, {
    texter: provider.texter,
    now: () => now,
    ...options,
  });
  await Promise.all(Array.from({ length: jobs }, () => sendTexts(ctx)));
  const to = number.replace("+", "");
  return provider.asked
    .slice(from)
    .filter(({ body }) => body.recipient === to)
    .map(({ body }) => String(body.content));
}

/** The code of the link in a text. */
const codeIn = (text: string | undefined) => text?.split("/sms/")[1] ?? "";

describe("a reminder (rule: sms-limits)", () => {
  test("goes once, a day before, to the number that was given, whoever sends", async () => {
    const { bookingId, number, sessionId } = await makeBooked();
    expect(await rowOf(bookingId)).toMatchObject({
      status: "queued",
      toNumber: number,
      sendAt: ahead(24 * HOUR),
    });
    expect(await runAt(ahead(24 * HOUR + MINUTE), number)).toEqual([]);
    const texts = await runAt(ahead(24 * HOUR), number, {}, 3);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(
      /^Rappel : .+, ven\. 5 mars à 18:30, .+ Stop : http.+\/sms\/[\w-]{22}$/,
    );
    expect(sessionId).toBeTruthy();
    expect(await rowOf(bookingId)).toMatchObject({
      status: "sent",
      attempts: 1,
      providerId: "1511882900176220",
    });
    expect(await runAt(ahead(12 * HOUR), number)).toEqual([]);
  });

  test("is never about a dead booking, even one that dies after it was planned", async () => {
    const { bookingId, number, client } = await makeBooked();
    await cancelBooking(client, { bookingId });
    await world.runJobs();
    expect(await runAt(ahead(24 * HOUR), number)).toEqual([]);
    expect(await rowOf(bookingId)).toMatchObject({ status: "dropped", why: "dead", toNumber: "" });
  });

  test("is for paid bookings of plans that contain it", async () => {
    const free = await makeBooked({ priceCents: 0 });
    expect(await rowOf(free.bookingId)).toBeUndefined();
    const small = await makeBooked({ plan: "free" });
    expect(await runAt(ahead(24 * HOUR), small.number)).toEqual([]);
    expect(await rowOf(small.bookingId)).toMatchObject({ status: "dropped", why: "plan" });
  });

  test("goes to nobody who gave no number, and to the account's for each booking once one is there", async () => {
    const { bookingId, client, clientId } = await makeBooked({ number: "" });
    expect(await rowOf(bookingId)).toBeUndefined();
    const number = newNumber();
    await updateProfile(client, { smsNumber: number });
    await planOwnReminders(client, { userId: clientId });
    expect(await rowOf(bookingId)).toMatchObject({ toNumber: stored(number) });
    const next = await makeBooked({ number: "", clientId });
    expect(await rowOf(next.bookingId)).toMatchObject({ toNumber: stored(number) });
    const profile = await world.db.select().from(profiles).where(eq(profiles.id, clientId));
    expect(profile[0]?.smsAgreedAt).toBeInstanceOf(Date);
    // Taken back, neither goes.
    await updateProfile(client, { smsNumber: null });
    expect(await runAt(ahead(24 * HOUR), stored(number))).toEqual([]);
    expect(await rowOf(next.bookingId)).toMatchObject({ status: "dropped", why: "no number" });
  });

  test("follows a slot that is moved", async () => {
    const { bookingId, slotId, number } = await makeBooked();
    const move = async (start: Date) => {
      const end = new Date(start.getTime() + HOUR);
      const hours = { startDatetime: start, endDatetime: end };
      await world.db.update(slots).set(hours).where(eq(slots.id, slotId));
      const during = rangeOf(start, end);
      await world.db.update(occupied).set({ during }).where(eq(occupied.slotId, slotId));
    };
    await move(ahead(-48 * HOUR));
    expect(await runAt(ahead(24 * HOUR), number)).toEqual([]);
    expect(await rowOf(bookingId)).toMatchObject({ status: "queued", sendAt: ahead(-24 * HOUR) });
    await move(ahead(48 * HOUR));
    const ctx = await world.context();
    await world.db.transaction((tx) => planTexts(ctx, tx, [bookingId]));
    expect(await rowOf(bookingId)).toMatchObject({ sendAt: ahead(72 * HOUR) });
    expect(await runAt(ahead(72 * HOUR), number)).toHaveLength(1);
  });

  test("follows its client to an earlier hour, and with the number to a dearer one", async () => {
    const { bookingId, client, sessionId, number } = await makeBooked();
    const makeOther = (start: Date) =>
      makeSlot(world.db, { session: { id: sessionId, capacity: 1 }, start, now: new Date() });
    const earlier = await makeOther(ahead(72 * HOUR));
    await moveBooking(client, { bookingId, slotId: earlier.id });
    expect(await rowOf(bookingId)).toMatchObject({ status: "queued", sendAt: ahead(96 * HOUR) });
    await world.db
      .update(offerings)
      .set({ priceCents: cents(5_000) })
      .where(eq(offerings.id, sessionId));
    const dearer = await makeOther(ahead(48 * HOUR));
    await moveBooking(client, { bookingId, slotId: dearer.id });
    const [paid] = await world.db.select().from(bookings).where(eq(bookings.slotId, dearer.id));
    await world.pay(String(paid?.id));
    await untilSettled(world.db, String(paid?.id));
    const [before] = await world.db.select().from(bookings).where(eq(bookings.id, bookingId));
    const [after] = await world.db.select().from(bookings).where(eq(bookings.slotId, dearer.id));
    expect(after).toMatchObject({ smsNumber: number, smsAgreedAt: before?.smsAgreedAt });
    expect(await rowOf(String(paid?.id))).toMatchObject({ sendAt: ahead(72 * HOUR) });
    expect(await runAt(ahead(72 * HOUR), number)).toHaveLength(1);
    await world.runJobs();
  });

  test("a sixth to a number on one day stays with us", async () => {
    const clientId = await makeClient(world.db);
    const number = newNumber();
    const ids = [];
    for (let index = 0; index < 6; index += 1) {
      ids.push((await makeBooked({ number, clientId })).bookingId);
    }
    expect(await runAt(ahead(24 * HOUR), stored(number), {}, 3)).toHaveLength(5);
    const rows = await Promise.all(ids.map((id) => rowOf(id)));
    expect(rows.filter((row) => row?.why === "day is full")).toHaveLength(1);
  });
});

test("nothing is planned where nothing can be sent", async () => {
  const texter = createTextCatcher(world.db, false);
  const { bookingId, clientId, number } = await makeBooked({ number: "" });
  const client = await world.context(clientId, { texter });
  await updateProfile(client, { smsNumber: number || newNumber() });
  await planOwnReminders(client, { userId: clientId });
  await world.db.transaction((tx) => planTexts(client, tx, [bookingId]));
  expect(await rowOf(bookingId)).toBeUndefined();
});

describe("somebody who books to have many texts sent", () => {
  /** Texts that a professional has had sent this month, to numbers that nobody else has. */
  async function spend(professionalId: string, count: number) {
    const sent = Array.from({ length: count }, () => ({
      id: newId(),
      kind: "reminder" as const,
      ...{ reference: newId(), professionalId, toNumber: "", status: "sent" as const },
      ...{ sendAt: ahead(48 * HOUR), sentAt: ahead(48 * HOUR) },
    }));
    await world.db.insert(sms).values(sent);
  }

  test("has one more at the month's last, to many numbers, by many jobs at once", async () => {
    const first = await makeBooked();
    const { professional } = first;
    const more = [];
    for (const hours of [2, 4, 6, 8, 10]) {
      more.push(await makeBooked({ professional, start: ahead(hours * HOUR) }));
    }
    await spend(professional.id, monthlyCap("premium") - 1);
    const from = provider.asked.length;
    await runAt(ahead(24 * HOUR), first.number, {}, 4);
    const asked = provider.asked.slice(from).map(({ body }) => `+${body.recipient}`);
    const theirs = [first, ...more].map(({ number }) => number);
    expect(asked.filter((number) => theirs.includes(number))).toHaveLength(1);
    const rows = await Promise.all([first, ...more].map(({ bookingId }) => rowOf(bookingId)));
    expect(rows.filter((row) => row?.why === "month is full")).toHaveLength(5);
    // Another professional's texts are not theirs to spend.
    const other = await makeBooked();
    expect(await runAt(ahead(24 * HOUR), other.number)).toHaveLength(1);
  });

  test("pays for each booking, and one that is not paid for sends nothing", async () => {
    const offer = await world.makeOffer({ start: START, spots: 6 });
    await makePlan(world.db, { userId: offer.professional.userId, planType: "premium" });
    const { sessionId, slotId } = offer;
    const number = newNumber();
    const held = [];
    for (let index = 0; index < 6; index += 1) {
      const client = await world.newClient();
      held.push(await bookSlot(client, { sessionId, slotId, smsNumber: number }));
    }
    expect(await runAt(ahead(24 * HOUR), stored(number))).toEqual([]);
    for (const { bookingId } of held) expect(await rowOf(bookingId)).toBeUndefined();
  });
});

describe("a provider that fails", () => {
  const late = { status: 503, body: {} };

  test("costs the reminder some minutes, and mails nothing", async () => {
    const { bookingId, number, client } = await makeBooked();
    provider.answers.push(late);
    await runAt(ahead(24 * HOUR), number);
    const waiting = ahead(24 * HOUR - MINUTE);
    expect(await rowOf(bookingId)).toMatchObject({
      status: "queued",
      attempts: 1,
      sentAt: null,
      sendAt: waiting,
    });
    expect(await runAt(waiting, number)).toHaveLength(1);
    expect(await rowOf(bookingId)).toMatchObject({ status: "sent", attempts: 2 });
    const received = await receiveMails(await world.context());
    const own = received.filter(({ recipients }) =>
      recipients.includes(String(client.actor?.email)),
    );
    expect(own.some(({ subject }) => subject?.includes("confirmée"))).toBe(true);
  });

  test("is given up after four tries, at once when it refuses, and when nobody knows", async () => {
    const gone = await makeBooked();
    provider.answers.push(late, late, late, late);
    for (const minutes of [0, 1, 11, 56, 120])
      await runAt(ahead(24 * HOUR - minutes * MINUTE), gone.number);
    expect(await rowOf(gone.bookingId)).toMatchObject({
      status: "dropped",
      why: "not taken",
      attempts: 4,
    });
    const refused = await makeBooked();
    provider.answers.push({ status: 400, body: {} });
    await runAt(ahead(24 * HOUR), refused.number);
    expect(await rowOf(refused.bookingId)).toMatchObject({ status: "dropped", why: "refused" });
    const lost = await makeBooked();
    const silent = await openTextProvider(1);
    onTestFinished(() => silent.stop());
    silent.answers.push("silence");
    await runAt(ahead(24 * HOUR), lost.number, { texter: silent.texter });
    expect(await rowOf(lost.bookingId)).toMatchObject({ status: "dropped", why: "unknown" });
    provider.answers.length = 0;
  });

  test("is not asked again about a message whose process died on its way", async () => {
    const { bookingId, number } = await makeBooked();
    const now = ahead(24 * HOUR);
    await world.db
      .update(sms)
      .set({ sentAt: now, sendAt: now })
      .where(eq(sms.reference, bookingId));
    expect(await runAt(ahead(23 * HOUR), number)).toEqual([]);
    expect(await rowOf(bookingId)).toMatchObject({ status: "dropped", why: "unknown" });
  });
});

describe("« Stop »", () => {
  test("stops every text to the number, and can be taken back, by the link alone", async () => {
    const clientId = await makeClient(world.db);
    const number = newNumber();
    const [first, second, third] = [
      await makeBooked({ number, clientId }),
      await makeBooked({ number, clientId, start: ahead(-24 * HOUR) }),
      await makeBooked({ number, clientId, start: ahead(-48 * HOUR) }),
    ];
    const visitor = await world.context();
    const [text] = await runAt(ahead(24 * HOUR), stored(number));
    const code = codeIn(text);
    expect(await showStop(visitor, { code })).toEqual({
      ending: stored(number).slice(-2),
      isStopped: false,
    });
    await stopTexts(visitor, { code });
    await stopTexts(visitor, { code });
    expect(await runAt(START, stored(number))).toEqual([]);
    expect(await rowOf(second.bookingId)).toMatchObject({ status: "dropped", why: "stopped" });
    await stopTexts(visitor, { code, stops: false });
    expect(await runAt(ahead(-24 * HOUR), stored(number))).toHaveLength(1);
    expect((await rowOf(first.bookingId))?.status).toBe("sent");
    expect((await rowOf(third.bookingId))?.status).toBe("sent");
  });

  test.each(["", "x".repeat(22), "../../etc/passwd", "é".repeat(22)])(
    "a link %j leads to nothing",
    async (code) => {
      const visitor = await world.context();
      await expect(stopTexts(visitor, { code })).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_(token|input)$/),
      });
    },
  );
});

describe("a booking that starts within three hours", () => {
  test("reaches its professional at once, on any plan, where they gave a number", async () => {
    const offer = await world.makeOffer({ start: new Date(Date.now() + 2 * HOUR) });
    const number = newNumber();
    const owner = await world.context(offer.professional.userId);
    await updateProfile(owner, { smsNumber: number });
    const { bookingId } = await world.buy(offer);
    const row = await rowOf(bookingId, "booking-soon");
    expect(row).toMatchObject({ toNumber: stored(number) });
    // By day; the clock of this test may stand at night.
    const now = new Date();
    const texts = await runAt(now, stored(number));
    const isDay = isAwake(now);
    expect(texts.map((text) => text.startsWith("Nouvelle réservation : "))).toEqual(
      isDay ? [true] : [],
    );
    expect((await rowOf(bookingId, "booking-soon"))?.status).toBe(isDay ? "sent" : "dropped");
  });

  test("a later one does not", async () => {
    const { bookingId } = await makeBooked();
    expect(await rowOf(bookingId, "booking-soon")).toBeUndefined();
  });
});

test.each(["01 23 45 67 89", "+32 470 12 34 56", "06 12", "0612345678901"])(
  "%j is no French mobile, and nothing is held",
  async (smsNumber) => {
    const offer = await world.makeOffer({ start: START });
    const client = await world.newClient();
    const asked = bookSlot(client, { sessionId: offer.sessionId, slotId: offer.slotId, smsNumber });
    await expect(asked).rejects.toMatchObject({
      code: "invalid_input",
      fields: { smsNumber: ["Écrivez un mobile français, comme 06 12 34 56 78"] },
    });
    expect(await world.db.$count(bookings, eq(bookings.slotId, offer.slotId))).toBe(0);
  },
);

test("« check » finds a reminder of a dead booking, and one at night", async () => {
  const { bookingId, number } = await makeBooked();
  await runAt(ahead(24 * HOUR), number);
  expect(await checkInvariants(world.db)).toEqual([]);
  const faults = async () =>
    (await checkInvariants(world.db)).filter((fault) => fault.startsWith("I12"));
  await world.db
    .update(sms)
    .set({ sentAt: new Date("2100-03-04T22:00:00Z") })
    .where(eq(sms.reference, bookingId));
  expect(await faults()).toEqual([expect.stringContaining("la nuit")]);
  await world.db.update(sms).set({ sentAt: START }).where(eq(sms.reference, bookingId));
  expect(await faults()).toEqual([expect.stringContaining("après le début")]);
  await world.db
    .update(sms)
    .set({ sentAt: ahead(24 * HOUR) })
    .where(eq(sms.reference, bookingId));
  expect(await faults()).toEqual([]);
  expect(await world.db.$count(sms, like(sms.toNumber, "+33%"))).toBeGreaterThan(0);
});
