import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shortenId } from "#platform/ids.server.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { chooseMails, showMailChoices } from "../../accounts/profile/update-profile.server.ts";
import { HOUR } from "../../durations.ts";
import {
  showUnsubscription,
  unsubscribe,
} from "../../notifications/topics/choose-topics.server.ts";
import { bookings, mails, occupied, offerings, slots } from "../../tables.server.ts";
import { cancelBooking } from "../cancellation/cancel-booking.server.ts";
import { remindClients } from "./remind-clients.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** A confirmed booking of a slot in so many hours, made two days ago. */
async function makeBooked(kind: "session" | "activity", hours: number) {
  const start = new Date(Date.now() + hours * HOUR);
  const offer = await (kind === "session"
    ? world.makeOffer({ start })
    : world.makeActivityOffer({ start }));
  const { client, bookingId } = await world.buy(offer);
  await world.db
    .update(bookings)
    .set({ confirmedAt: new Date(Date.now() - 48 * HOUR) })
    .where(eq(bookings.id, bookingId));
  const offeringId = "sessionId" in offer ? offer.sessionId : offer.activityId;
  return { ...offer, offeringId, start, client, bookingId, email: String(client.actor?.email) };
}
type Booked = Awaited<ReturnType<typeof makeBooked>>;

/** Works the job at so many hours before a start, and gives what the client's mailbox then has. */
async function mailsAt({ start, client, email }: Booked, hours: number) {
  const now = () => new Date(start.getTime() - hours * HOUR);
  await remindClients({ ...client, now });
  return (await receiveMails(await world.context(undefined, { now }))).filter(
    ({ recipients, subject }) => recipients.includes(email) && !subject?.startsWith("Réservation"),
  );
}

const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;

describe.each(["session", "activity"] as const)("whoever has booked a %s", (kind) => {
  test("is told a day and two hours before, each once, where, what to bring and with their code (rule: booking-reminder)", async () => {
    const booked = await makeBooked(kind, 30);
    await world.db
      .update(offerings)
      .set({ requirements: "Une tenue souple\nUn tapis" })
      .where(eq(offerings.id, booked.offeringId));
    expect(await mailsAt(booked, 24.1)).toEqual([]);
    const [first, ...more] = await mailsAt(booked, 24);
    expect(more).toEqual([]);
    const text = first?.text?.replaceAll(/\s+/g, " ") ?? "";
    expect(first?.subject).toMatch(/^(Aujourd'hui|Demain) à \d\d:\d\d : /);
    expect(text).toContain("Une tenue souple, Un tapis");
    const [row] = await world.db.select().from(bookings).where(eq(bookings.id, booked.bookingId));
    expect(text).toContain(String(row?.presenceCode));
    expect(first?.html).toContain("https://www.openstreetmap.org/search?query=");
    expect(headerOf(first, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(await mailsAt(booked, 23)).toEqual([]);
    // The door itself, once its professional has put a pin there (rule: own-pin).
    const isHere = eq(offerings.id, booked.offeringId);
    await world.db.update(offerings).set({ pin: "45.76232,4.82212" }).where(isHere);
    const [last, ...others] = await mailsAt(booked, 2);
    expect(others).toEqual([]);
    expect(last?.html).toContain("?mlat=45.76232&amp;mlon=4.82212#map=18/45.76232/4.82212");
    expect(await mailsAt(booked, 1.9)).toEqual([]);
  });
});

test("an hour that was moved is reminded of anew, and the old one is not", async () => {
  const booked = await makeBooked("session", 30);
  const at = new Date(booked.start.getTime() - 24 * HOUR);
  await remindClients({ ...booked.client, now: () => at });
  const start = new Date(booked.start.getTime() + 24 * HOUR);
  await world.db
    .update(slots)
    .set({ startDatetime: start, endDatetime: new Date(start.getTime() + HOUR) })
    .where(eq(slots.id, booked.slotId));
  const day = sql`interval '1 day'`;
  const during = sql`tstzrange(lower(${occupied.during}) + ${day}, upper(${occupied.during}) + ${day})`;
  await world.db.update(occupied).set({ during }).where(eq(occupied.slotId, booked.slotId));
  expect(await mailsAt(booked, 24)).toEqual([]);
  expect(await mailsAt({ ...booked, start }, 24)).toHaveLength(1);
});

test("nothing goes about a booking that was cancelled, also after the mail was written", async () => {
  const gone = await makeBooked("session", 30);
  await cancelBooking(gone.client, { bookingId: gone.bookingId });
  expect((await mailsAt(gone, 24)).map(({ subject }) => subject)).not.toContain(/à \d\d:\d\d/);
  const written = await makeBooked("session", 30);
  const at = new Date(written.start.getTime() - 24 * HOUR);
  await remindClients({ ...written.client, now: () => at });
  await cancelBooking(written.client, { bookingId: written.bookingId });
  const subjects = (await mailsAt(written, 24)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => / à \d\d:\d\d : /.test(String(subject)))).toEqual([]);
});

describe("reminders are switched off (rule: mail-topics)", () => {
  test("in the profile, and on again", async () => {
    const booked = await makeBooked("session", 30);
    expect(await showMailChoices(booked.client)).toMatchObject({ reminders: true });
    expect(await chooseMails(booked.client, { reminders: false })).toMatchObject({
      reminders: false,
    });
    expect(await mailsAt(booked, 24)).toEqual([]);
    await chooseMails(booked.client, { reminders: true });
    expect(await mailsAt(booked, 2)).toHaveLength(1);
    await expect(chooseMails(booked.client, { reminders: "non" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("by the link in one of them, without a login; reading it changes nothing", async () => {
    const booked = await makeBooked("session", 30);
    const [mail] = await mailsAt(booked, 24);
    const visitor = await world.context();
    const code = String(/desabonnement\/([\w-]{22})/.exec(mail?.html ?? "")?.[1]);
    expect(headerOf(mail, "list-unsubscribe")).toContain(`/api/v1/unsubscribe/${code}`);
    expect(await showUnsubscription(visitor, { code })).toEqual({
      ...{ topic: "reminders", isWanted: true },
    });
    expect(await showMailChoices(booked.client)).toMatchObject({ reminders: true });
    await unsubscribe(visitor, { code });
    await unsubscribe(visitor, { code });
    expect(await showMailChoices(booked.client)).toMatchObject({ reminders: false });
    expect(await mailsAt(booked, 2)).toEqual([]);
    await unsubscribe(visitor, { code, wants: true });
    expect(await showMailChoices(booked.client)).toMatchObject({ reminders: true });
  });

  test("by nothing that is no such link: a mail that always goes has none", async () => {
    const { bookingId } = await makeBooked("session", 30);
    const visitor = await world.context();
    const [confirmation] = await world.db
      .select({ id: mails.id })
      .from(mails)
      .where(eq(mails.reference, bookingId));
    const code = shortenId(String(confirmation?.id));
    for (const wrong of [code, "x".repeat(22)]) {
      await expect(unsubscribe(visitor, { code: wrong })).rejects.toMatchObject({
        code: "invalid_token",
      });
    }
    await expect(unsubscribe(visitor, { code: "nul" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
