import { and, asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeBusyTime } from "#test/make/diary.ts";
import { vcalendar, vevent } from "#test/make/ical.ts";
import { deliverMails, openMailbox, receiveMails } from "#test/make/mailbox.ts";
import { openStranger, outsideOf, type Stranger } from "#test/make/outside-servers.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { showAgenda } from "../agenda/show-agenda.server.ts";
import { takeFreeSeats } from "../catalogue/slots/take-seat.server.ts";
import { showOffering } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { DAY, HOUR, MINUTE } from "../durations.ts";
import { bookings, busyTimes, calendars, mails, slots } from "../tables.server.ts";
import {
  acceptEmpty,
  addCalendar,
  listCalendars,
  removeCalendar,
} from "./manage-calendars.server.ts";
import { readCalendar, readCalendars } from "./read-calendars.server.ts";

const URL = "https://agenda.example.fr/private-9f8e7d/basic.ics";
/** Tomorrow, 18:00 to 19:00 in Paris. */
const KINE = vevent(
  ...["UID:kine", "DTSTART;TZID=Europe/Paris:20261121T180000", "DURATION:PT1H", "SUMMARY:Kiné"],
);
const DENTIST = vevent(
  ...["UID:dentiste", "DTSTART:20261125T080000Z", "DURATION:PT1H", "SUMMARY:Dentiste"],
);
const START = new Date("2026-11-21T17:00:00Z");

/** The provider of somebody's calendar: what it serves changes while it is followed. */
let provider: Stranger;
let served = "";
let status = 200;
/** The mark of what it serves, for a provider that says whether it has changed. */
let etag: string | null = null;
/** The statuses of its answers. */
let answers: number[] = [];
beforeAll(async () => {
  provider = await openStranger(({ headers }, response) => {
    const isKnown = etag !== null && status === 200 && headers["if-none-match"] === etag;
    answers.push(isKnown ? 304 : status);
    response.writeHead(isKnown ? 304 : status, {
      "content-type": "text/calendar",
      ...(etag && { etag }),
    });
    response.end(isKnown ? undefined : served);
  });
});
beforeEach(() => {
  served = vcalendar(KINE, DENTIST);
  status = 200;
  etag = null;
  answers = [];
});
afterAll(() => provider.close());

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  const outside = outsideOf(provider);
  const ctx = makeContext(db, { actor: await actorOf(db, user.id), outside });
  return { user, professional, ctx };
}

/** Somebody who follows the calendar since {@link NOW}, and the worker's turns after it. */
async function makeFollower(db: Database) {
  const owner = await makeOwner(db);
  const { calendarId } = await addCalendar(owner.ctx, { url: URL });
  const read = (minutesLater: number) =>
    readCalendar({ ...owner.ctx, now: () => at(minutesLater) }, { calendarId });
  const state = async () =>
    (await db.select().from(calendars).where(eq(calendars.id, calendarId)))[0];
  return { ...owner, calendarId, read, state };
}

const at = (minutesLater: number) => new Date(NOW.getTime() + minutesLater * MINUTE);

const titlesOf = async (db: Database) =>
  (await db.select().from(busyTimes).orderBy(asc(busyTimes.during))).map(({ title }) => title);

/** Why nobody gets a seat; null for somebody who would. */
async function refusal(ctx: Context, slotId: string, now = NOW) {
  const asked = { kind: "session" as const, slotId, seats: 1, buyerUserId: null, now };
  let refused: string | null = null;
  await ctx.db
    .transaction(async (tx) => {
      ({ refused } = await takeFreeSeats(tx, asked));
      throw new Error("only asked");
    })
    .catch((error: Error) => {
      if (error.message !== "only asked") throw error;
    });
  return refused;
}

const mailsOf = (db: Database, kind: string) => db.$count(mails, eq(mails.kind, kind));

describe("a calendar that is followed", () => {
  dataTest("closes free slots at once, and its titles are its owner's alone", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const session = await makeSession(db, { professional });
    const closed = await makeSlot(db, { session, start: START });
    const touching = await makeSlot(db, { session, start: new Date(+START + HOUR) });
    const beside = await makeSlot(db, {
      ...{ session: await makeSession(db, { professional }), start: START, isParallel: true },
    });
    expect(await refusal(ctx, closed.id)).toBeNull();

    await addCalendar(ctx, { url: "webcal://agenda.example.fr/private-9f8e7d/basic.ics" });
    expect(await refusal(ctx, closed.id)).toBe("busy");
    expect(await refusal(ctx, touching.id)).toBeNull();
    expect(await refusal(ctx, beside.id)).toBeNull();

    const { slots: shown, busy } = await showAgenda(ctx, {});
    expect(busy.map(({ source, title, start }) => [source, title, start])).toEqual([
      ["calendar", "Kiné", START],
      ["calendar", "Dentiste", new Date("2026-11-25T08:00:00Z")],
    ]);
    expect(shown.find(({ id }) => id === closed.id)?.state).toBe("busy");
    const visitor = makeContext(db);
    const page = await showOffering(visitor, "session", session.id);
    expect(JSON.stringify(page)).not.toContain("Kiné");
    expect(page.slots.map(({ id, closed: why }) => [id, why])).toEqual([
      [closed.id, "taken"],
      [touching.id, null],
    ]);
  });

  dataTest("is named by its host, since its address is a secret", async ({ db }) => {
    const { ctx } = await makeFollower(db);
    const [calendar, ...others] = await listCalendars(ctx);
    expect(others).toEqual([]);
    expect(calendar).toMatchObject({
      ...{ name: "Agenda privé", host: "agenda.example.fr", readAt: NOW, hours: 2, failure: null },
    });
    expect(JSON.stringify(calendar)).not.toContain("9f8e7d");
  });

  dataTest(
    "frees an hour after two good readings without it, and only that one",
    async ({ db }) => {
      const { professional, ctx, read } = await makeFollower(db);
      const session = await makeSession(db, { professional });
      const slot = await makeSlot(db, { session, start: START });
      const other = await makeBusyTime(db, {
        ...{ professionalId: professional.id, source: "busy", title: "Occupé" },
        ...{ start: new Date("2026-11-25T08:00:00Z"), end: new Date("2026-11-25T09:00:00Z") },
      });
      served = vcalendar(DENTIST);
      await read(15);
      expect(await refusal(ctx, slot.id, at(15))).toBe("busy");
      // Back in between: what was missed counts no more.
      served = vcalendar(KINE, DENTIST);
      await read(30);
      served = vcalendar(DENTIST);
      await read(45);
      expect(await titlesOf(db)).toContain("Kiné");
      await read(60);
      expect(await refusal(ctx, slot.id, at(60))).toBeNull();
      expect(await titlesOf(db)).not.toContain("Kiné");
      const [opened] = await db.select().from(slots).where(eq(slots.id, slot.id));
      expect(opened?.bookableSince).toEqual(at(60));
      // The other hour is closed by two; when one of them ends, the other still closes it.
      served = vcalendar(vevent("UID:x", "DTSTART:20261201T080000Z", "DURATION:PT1H"));
      await read(75);
      await read(90);
      expect(await db.$count(busyTimes, eq(busyTimes.id, other))).toBe(1);
      expect(await db.$count(busyTimes)).toBe(2);
    },
  );

  dataTest("moves, lengthens and renames its hours", async ({ db }) => {
    const { professional, ctx, read } = await makeFollower(db);
    const session = await makeSession(db, { professional });
    const before = await makeSlot(db, { session, start: START });
    const after = await makeSlot(db, { session, start: new Date(+START + 2 * HOUR) });
    served = vcalendar(
      KINE.replace("DURATION:PT1H", "DURATION:PT3H").replace("SUMMARY:Kiné", "SUMMARY:Hôpital"),
    );
    await read(15);
    expect(await refusal(ctx, after.id, at(15))).toBe("busy");
    expect(await titlesOf(db)).toContain("Hôpital");
    served = vcalendar(KINE.replace("DURATION:PT1H", "DURATION:PT30M"));
    await read(30);
    expect(await refusal(ctx, after.id, at(30))).toBeNull();
    expect(await refusal(ctx, before.id, at(30))).toBe("busy");
    served = vcalendar(KINE.replace("T180000", "T200000"));
    await read(45);
    // Both hours are closed until the old one was missed twice.
    expect(await refusal(ctx, after.id, at(45))).toBe("busy");
    expect(await refusal(ctx, before.id, at(45))).toBe("busy");
    await read(60);
    expect(await refusal(ctx, before.id, at(60))).toBeNull();
  });

  dataTest("never cancels: an event over a booked slot is told once", async ({ db }) => {
    contradict(db, "I1", "I2");
    const { user, professional, ctx, read } = await makeFollower(db);
    const session = await makeSession(db, { professional, title: "Yoga du soir" });
    const slot = await makeSlot(db, { session, start: new Date(+START + 3 * HOUR) });
    const client = await makeUser(db);
    await db.transaction(async (tx) => {
      const asked = {
        kind: "session" as const,
        slotId: slot.id,
        seats: 1,
        buyerUserId: client.id,
        now: NOW,
      };
      expect((await takeFreeSeats(tx, asked)).refused).toBeNull();
      await tx.insert(bookings).values({
        ...({
          ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
          ...{ professionalId: professional.id, pricePaidCents: session.priceCents },
          ...{ commissionCents: 400, refundableUntil: NOW, status: "confirmed" },
          ...{ paymentStatus: "paid", confirmedAt: NOW },
        } as typeof bookings.$inferInsert),
        ...soldFrom(slot.id),
      });
    });
    served = vcalendar(
      KINE.replace("T180000", "T213000").replace("DURATION:PT1H", "DURATION:P2DT2H"),
    );
    await read(15);
    await read(30);
    expect(await mailsOf(db, "event-over-booking")).toBe(1);
    const [booked] = await db.select().from(bookings);
    expect(booked?.status).toBe("confirmed");
    const { busy } = await showAgenda({ ...ctx, now: () => at(30) }, {});
    expect(busy.find(({ start }) => start.getUTCHours() === 20)?.isOverBooking).toBe(true);
    const mailbox = await openMailbox();
    await deliverMails({ ...ctx, mailer: mailbox.mailer, now: () => at(31) });
    const [mail] = mailbox.mails.filter(({ subject }) => subject?.startsWith("Un rendez-vous"));
    expect(mail?.recipients).toEqual([user.email]);
    const text = mail?.text?.replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "« Kiné », du samedi 21 novembre à 21:30 au lundi 23 novembre à 23:30, tombe sur",
    );
    expect(text).toContain("Yoga du soir de 21:00 à 22:00");
    expect(text).toContain("Rien n'est annulé");
  });
});

describe("a calendar whose provider says that it has not changed", () => {
  dataTest("is read well all the same, and nothing changes", async ({ db }) => {
    etag = '"1"';
    const { read, state } = await makeFollower(db);
    await read(15);
    expect(answers).toEqual([200, 304]);
    expect(await titlesOf(db)).toEqual(["Kiné", "Dentiste"]);
    expect(await state()).toMatchObject({ readAt: at(15), goodAt: at(15), events: 2, etag });
    expect((await state())?.nextReadAt).toEqual(at(30));
    // One that failed in between is well again, as it was.
    status = 503;
    await read(30);
    status = 200;
    await read(45);
    expect(answers.slice(2)).toEqual([503, 304]);
    expect(await state()).toMatchObject({ failingSince: null, lastError: null, goodAt: at(45) });
    served = vcalendar(KINE);
    etag = '"2"';
    await read(60);
    expect(answers.at(-1)).toBe(200);
    expect(await state()).toMatchObject({ etag, events: 1 });
  });

  dataTest(
    "is read whole again while an hour is missing, and that hour is freed",
    async ({ db }) => {
      etag = '"1"';
      const { read } = await makeFollower(db);
      served = vcalendar(DENTIST);
      etag = '"2"';
      await read(15);
      expect(await titlesOf(db)).toEqual(["Kiné", "Dentiste"]);
      await read(30);
      expect(await titlesOf(db)).toEqual(["Dentiste"]);
      await read(45);
      expect(answers).toEqual([200, 200, 200, 304]);
    },
  );

  dataTest("is read whole once a day: what comes again reaches further by then", async ({ db }) => {
    etag = '"1"';
    served = vcalendar(
      vevent("UID:daily", "DTSTART:20261101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
    );
    const { read } = await makeFollower(db);
    const hours = await db.$count(busyTimes);
    // The last turn of the day in Paris, and the first of the next one.
    await read(13 * 60 + 55);
    expect([answers.at(-1), await db.$count(busyTimes)]).toEqual([304, hours]);
    await read(14 * 60 + 10);
    expect([answers.at(-1), await db.$count(busyTimes)]).toEqual([200, hours + 1]);
    await read(27 * 60);
    expect(answers.at(-1)).toBe(304);
    await read(40 * 60);
    expect([answers.at(-1), await db.$count(busyTimes)]).toEqual([200, hours + 2]);
  });

  dataTest("is read whole after its owner has said that it is empty", async ({ db }) => {
    etag = '"1"';
    const { ctx, calendarId, read } = await makeFollower(db);
    served = vcalendar();
    etag = '"2"';
    await read(15);
    await acceptEmpty({ ...ctx, now: () => at(20) }, { calendarId });
    expect(await titlesOf(db)).toEqual([]);
    served = vcalendar(KINE, DENTIST);
    etag = '"1"';
    await read(30);
    expect(await titlesOf(db)).toEqual(["Kiné", "Dentiste"]);
  });

  dataTest("though nobody asked that, is not there", async ({ db }) => {
    const { read, state } = await makeFollower(db);
    status = 304;
    await read(15);
    expect(await state()).toMatchObject({ lastError: "gone" });
  });
});

describe("a calendar that cannot be read", () => {
  const failures: [name: string, change: () => void][] = [
    ["unreachable", () => setStatus(503)],
    ["gone", () => setStatus(404)],
    ["invalid", () => serve("<!doctype html><title>Connexion</title>")],
    ["invalid", () => serve(vcalendar(KINE).slice(0, 120))],
    ["empty", () => serve(vcalendar())],
  ];
  const setStatus = (code: number) => {
    status = code;
  };
  const serve = (text: string) => {
    served = text;
  };

  dataTest("changes nothing, whatever is wrong with it", async ({ db }) => {
    const { read, state } = await makeFollower(db);
    for (const [index, [failure, change]] of failures.entries()) {
      setStatus(200);
      serve(vcalendar(KINE, DENTIST));
      await read(index * 100);
      expect(await state()).toMatchObject({ failingSince: null, lastError: null });
      change();
      await read(index * 100 + 15);
      await read(index * 100 + 30);
      await read(index * 100 + 45);
      expect(await titlesOf(db)).toEqual(["Kiné", "Dentiste"]);
      expect(await state()).toMatchObject({
        ...{ lastError: failure, failingSince: at(index * 100 + 15), goodAt: at(index * 100) },
      });
    }
  });

  dataTest("is told to its owner after a day, once for each time", async ({ db }) => {
    const { user, ctx, read, state } = await makeFollower(db);
    status = 500;
    const day = 24 * 60;
    await read(15);
    await read(15 + day - 1);
    expect(await mailsOf(db, "calendar-failing")).toBe(0);
    await read(15 + day);
    await read(15 + day + 60);
    expect(await mailsOf(db, "calendar-failing")).toBe(1);
    const received = await receiveMails(ctx);
    expect(received[0]?.recipients).toEqual([user.email]);
    const text = received[0]?.text?.replaceAll(/\s+/g, " ");
    expect(text).toContain(
      "Personne ne répond à son adresse. C'est ainsi depuis vendredi 20 novembre à 10:15.",
    );
    expect(text).not.toContain("9f8e7d");
    status = 200;
    await read(3 * day);
    expect(await state()).toMatchObject({ failingSince: null, toldAt: null });
    status = 500;
    await read(4 * day);
    await read(5 * day);
    expect(await mailsOf(db, "calendar-failing")).toBe(2);
  });

  dataTest("is read less and less often, and every 15 minutes once it can be", async ({ db }) => {
    const { read, state } = await makeFollower(db);
    const next = async () => Number((await state())?.nextReadAt) - NOW.getTime();
    expect(await next()).toBe(15 * MINUTE);
    status = 500;
    await read(15);
    expect(await next()).toBe(30 * MINUTE);
    await read(90);
    expect(await next()).toBe(150 * MINUTE);
    await read(15 + 24 * 60);
    expect(await next()).toBe(15 * MINUTE + DAY + 6 * HOUR);
    status = 200;
    await read(4_000);
    expect(await next()).toBe(4_015 * MINUTE);
  });

  dataTest("because it is empty is believed once its owner says so", async ({ db }) => {
    const { ctx, calendarId, read, state } = await makeFollower(db);
    await expect(acceptEmpty(ctx, { calendarId })).rejects.toMatchObject({ code: "conflict" });
    served = vcalendar();
    await read(15);
    const rival = await makeOwner(db);
    await expect(acceptEmpty(rival.ctx, { calendarId })).rejects.toMatchObject({
      ...{ code: "not_found" },
    });
    await acceptEmpty({ ...ctx, now: () => at(20) }, { calendarId });
    expect(await titlesOf(db)).toEqual([]);
    await read(30);
    expect(await state()).toMatchObject({ failingSince: null, lastError: null, events: 0 });
  });

  dataTest("in parts keeps the hours of what is broken", async ({ db }) => {
    const { read } = await makeFollower(db);
    served = vcalendar(KINE.replace("DTSTART;", "DTSTART;X;"), DENTIST);
    for (const minutes of [15, 30, 45]) await read(minutes);
    expect(await titlesOf(db)).toEqual(["Kiné", "Dentiste"]);
  });

  dataTest("in parts is told on its card, and by mail once for each event", async ({ db }) => {
    const { user, ctx, read, state } = await makeFollower(db);
    expect((await listCalendars(ctx))[0]?.unclear).toEqual([]);
    const zone = "DTSTART;TZID=Customized Time Zone:20261210T100000";
    const visit = vevent("UID:v", zone, "DURATION:PT1H", "SUMMARY:Visite\u202e  du\\ndos");
    const over = vevent("UID:o", zone.replace("2026", "2025"), "DURATION:PT1H", "SUMMARY:Hier");
    served = vcalendar(KINE, visit, over);
    for (const minutes of [15, 30]) await read(minutes);
    const told = { title: "Visite du dos", day: "2026-12-10" };
    expect((await listCalendars(ctx))[0]).toMatchObject({ unclear: [told], failure: null });
    // It is closed as well as can be known: in Paris.
    const hours = await db.select().from(busyTimes).where(eq(busyTimes.title, told.title));
    expect(hours.map(({ during }) => during)).toEqual([
      '["2026-12-10 09:00:00+00","2026-12-10 10:00:00+00")',
    ]);
    const [mail, ...others] = await receiveMails(ctx);
    expect(others).toEqual([]);
    expect(mail?.recipients).toEqual([user.email]);
    expect(mail?.text?.replaceAll(/\s+/g, " ")).toContain(
      "« Visite du dos », jeudi 10 décembre 2026",
    );

    served = vcalendar(KINE, visit, vevent("UID:n", "DTSTART:demain", "SUMMARY:Ostéo"));
    await read(45);
    expect((await listCalendars(ctx))[0]?.unclear).toHaveLength(2);
    expect(await mailsOf(db, "calendar-unclear")).toBe(2);
    served = vcalendar(KINE, DENTIST);
    await read(60);
    expect(await state()).toMatchObject({ unclear: [], lastError: null });
    expect(await mailsOf(db, "calendar-unclear")).toBe(2);
  });
});

describe("adding a calendar", () => {
  dataTest("says beside the field why it cannot be read", async ({ db }) => {
    const { ctx } = await makeOwner(db);
    const said = (url: string) =>
      addCalendar(ctx, { url }).then(
        () => "",
        (error: { fields?: { url?: string[] } }) => error.fields?.url?.[0] ?? "",
      );
    expect(await said("")).toMatch(/^Collez l'adresse/);
    expect(await said("mon agenda")).toMatch(/^Collez l'adresse/);
    expect(await said("ftp://agenda.example.fr/a.ics")).toMatch(/^Collez l'adresse/);
    expect(await said("https://moi:secret@agenda.example.fr/")).toMatch(/contient un mot de passe/);
    expect(provider.asked).toEqual(expect.not.arrayContaining(["/a.ics"]));
    expect(await said("http://127.0.0.1/")).toBe(
      "Cette adresse n'est pas celle d'un agenda publié sur internet.",
    );
    served = "bonjour";
    expect(await said(URL)).toMatch(/^Ce n'est pas un agenda/);
    status = 404;
    expect(await said(URL)).toMatch(/^Il n'y a pas d'agenda à cette adresse/);
    expect(await db.$count(calendars)).toBe(0);
  });

  dataTest("happens once for each address, and five times at most", async ({ db }) => {
    const { ctx } = await makeFollower(db);
    await expect(addCalendar(ctx, { url: URL })).rejects.toMatchObject({
      ...{ code: "conflict", fields: { url: ["Cet agenda est déjà suivi."] } },
    });
    for (const number of [2, 3, 4, 5]) await addCalendar(ctx, { url: `${URL}?${number}` });
    await expect(addCalendar(ctx, { url: `${URL}?6` })).rejects.toMatchObject({
      ...{ code: "conflict" },
    });
    for (let tries = 7; tries < 10; tries += 1) {
      await expect(addCalendar(ctx, { url: `${URL}?6` })).rejects.toMatchObject({
        ...{ code: "conflict" },
      });
    }
    await expect(addCalendar(ctx, { url: `${URL}?6` })).rejects.toMatchObject({
      ...{ code: "rate_limited" },
    });
  });

  dataTest("is undone by its owner alone, and opens what it closed", async ({ db }) => {
    const { ctx, calendarId, professional } = await makeFollower(db);
    const session = await makeSession(db, { professional });
    const slot = await makeSlot(db, { session, start: START });
    const rival = await makeOwner(db);
    await expect(removeCalendar(rival.ctx, { calendarId })).rejects.toMatchObject({
      ...{ code: "not_found" },
    });
    expect(await refusal(ctx, slot.id)).toBe("busy");
    await removeCalendar(ctx, { calendarId });
    expect(await refusal(ctx, slot.id)).toBeNull();
    expect(await db.$count(busyTimes)).toBe(0);
    await expect(removeCalendar(ctx, { calendarId })).rejects.toMatchObject({ code: "not_found" });
  });
});

dataTest("calendars that are due are each read once in 15 minutes", async ({ db }) => {
  const { ctx, calendarId } = await makeFollower(db);
  const due = (minutes: number) => readCalendars({ ...ctx, now: () => at(minutes) });
  expect(await due(14)).toBe(0);
  expect(await Promise.all([due(15), due(15), due(15)])).toEqual(expect.arrayContaining([1, 0, 0]));
  expect(await due(29)).toBe(0);
  expect(await due(30)).toBe(1);
  const { rows } = await db.$client.query(
    "select data ->> 'calendarId' as id from pgboss.job where name = 'read-calendar'",
  );
  expect(rows).toEqual([{ id: calendarId }, { id: calendarId }]);
});

dataTest("readings of one calendar at the same time make its hours once", async ({ db }) => {
  const { calendarId, ctx } = await makeFollower(db);
  served = vcalendar(KINE, DENTIST, DENTIST.replace("UID:dentiste", "UID:autre"));
  const readers = Array.from({ length: 8 }, () => readCalendar(ctx, { calendarId }));
  await Promise.all(readers);
  expect(
    await db.$count(
      busyTimes,
      and(eq(busyTimes.calendarId, calendarId), eq(busyTimes.title, "Dentiste")),
    ),
  ).toBe(2);
});
