import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { demoEvents, kineOf } from "#core/calendars/demo/rules.ts";
import { showDemoCalendar } from "#core/calendars/demo/show-demo-calendar.server.ts";
import { showGaps } from "#core/calendars/gaps/offer-gaps.server.ts";
import { readCalendar } from "#core/calendars/read-calendars.server.ts";
import { addDays, dayKey, fromParis, toParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { busyTimes, calendars } from "#core/tables.server.ts";
import { makeSession } from "#test/make/catalogue.ts";
import { actorOf, makeConfig, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { openStranger, outsideOf } from "#test/make/outside-servers.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { INES } from "./accounts.ts";
import { occurrences } from "./calendar.ts";
import { writeDemoRecord } from "./demo-record.ts";
import { followCalendar } from "./follow-calendar.ts";
import { professionalIdOf, SELLERS } from "./people.ts";
import { planSessions } from "./plan-sessions.ts";
import { END_OF_FIXED_IDS } from "./seeded-random.ts";
import { ACTIVITIES } from "./texts.ts";

const paris = (local: string) => fromParis(local) ?? new Date(Number.NaN);
const titles = (now: Date) => demoEvents(now).map(({ title }) => title);
const DAYS = ["2026-11-20", "2026-12-31", "2027-03-28", "2027-10-31", "2028-02-29"];

test("« Kiné » stands in the calendar until 13:40 of each day", () => {
  for (const day of DAYS) {
    expect(titles(paris(`${day}T00:00`)), day).toContain("Kiné");
    expect(titles(paris(`${day}T13:39`)), day).toContain("Kiné");
    expect(titles(paris(`${day}T13:40`)), day).not.toContain("Kiné");
    expect(titles(paris(`${day}T23:59`)), day).not.toContain("Kiné");
    expect(dayKey(kineOf(paris(`${day}T13:40`)).start)).toBe(day);
  }
  expect(toParis(kineOf(paris("2026-11-20T09:00")).start)).toBe("2026-11-20T18:00");
});

test("the calendar moves with the weeks, under the same names", () => {
  const uids = (day: string) => demoEvents(paris(`${day}T20:00`)).map(({ uid }) => uid);
  for (const day of DAYS) {
    expect(uids(day)).toEqual(uids("2026-11-20"));
    const hours = demoEvents(paris(`${day}T20:00`)).map(({ start }) => dayKey(start));
    expect(hours.some((one) => one >= day && one < addDays(day, 7))).toBe(true);
  }
});

test("nothing in it lies over a session of the one who follows it", () => {
  const own = [
    ...planSessions(SELLERS)
      .filter(({ professional }) => professional === INES)
      .map(({ times, freeTimes, minutes }) => ({ times: [...times, ...freeTimes], minutes })),
    ...ACTIVITIES.filter(({ minutes }) => minutes < 300),
  ];
  for (let day = "2026-11-16"; day < "2026-12-14"; day = addDays(day, 1)) {
    const now = paris(`${day}T08:00`);
    const [from, to] = [paris(`${addDays(day, -8)}T00:00`), paris(`${addDays(day, 28)}T00:00`)];
    const taken = own.flatMap(({ times, minutes }) =>
      occurrences(times, from, to).map((start) => ({ start, end: +start + minutes * MINUTE })),
    );
    for (const { title, start, end } of demoEvents(now)) {
      const met = taken.filter((slot) => slot.start < end && slot.end > +start);
      expect(
        met.map((slot) => toParis(slot.start)),
        `${title} ${toParis(start)}`,
      ).toEqual([]);
    }
  }
});

dataTest("the demo reads it as any other, and offers the afternoon's gap back", async ({ db }) => {
  const config = makeConfig({ demo: true, appUrl: "http://localhost:3000" });
  const afternoon = paris("2026-11-20T14:00");
  const user = await makeUser(db, { isPro: true });
  await makeSession(db, {
    professional: await makeProfessional(db, { user, id: professionalIdOf(INES) }),
  });
  await writeDemoRecord(db, { loadedAt: "", idsBelow: END_OF_FIXED_IDS, booked: true });
  await followCalendar(db, config.appUrl, afternoon);
  const url = "http://localhost:3000/demo/agenda.ics";
  const site = await openStranger(async (_request, response) =>
    response.end(await showDemoCalendar(ctx)),
  );
  const ctx = makeContext(db, {
    ...{ config, now: afternoon, actor: await actorOf(db, user.id) },
    outside: outsideOf(site, { allowed: url }),
  });
  const [calendar] = await db.select().from(calendars);
  expect(calendar?.url).toBe(url);
  await readCalendar(ctx, { calendarId: String(calendar?.id) });
  expect((await showGaps(ctx)).gaps).toMatchObject([{ title: "Kiné", foundAt: afternoon }]);
  const kept = await db.select({ title: busyTimes.title }).from(busyTimes);
  expect(new Set(kept.map(({ title }) => title)).size).toBe(6);
  // She may leave it, and it does not come back; where it stands, it follows the site.
  await followCalendar(db, "https://ailleurs.example.fr", afternoon);
  const [moved] = await db.select().from(calendars);
  expect(moved?.url).toBe("https://ailleurs.example.fr/demo/agenda.ics");
  await db.delete(calendars).where(eq(calendars.id, String(moved?.id)));
  await followCalendar(db, config.appUrl, afternoon);
  expect(await db.$count(calendars)).toBe(0);
  await site.close();
  await expect(showDemoCalendar({ ...ctx, config: makeConfig() })).rejects.toMatchObject({
    ...{ code: "not_found" },
  });
});
