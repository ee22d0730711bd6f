import http from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addCalendar } from "#core/calendars/manage-calendars.server.ts";
import { readCalendar } from "#core/calendars/read-calendars.server.ts";
import type { Context } from "#core/context.server.ts";
import { busyTimes, calendars } from "#core/tables.server.ts";
import { createIcal } from "#platform/ical/ical.server.ts";
import { createOutside, type Dial } from "#platform/outside-requests.server.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { vcalendar, vevent } from "#test/make/ical.ts";
import { openStranger, outsideOf, PUBLIC } from "#test/make/outside-servers.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { SEED, size } from "./size.ts";

const AT = ["DTSTART:20261201T100000Z", "DURATION:PT1H"];
const GOOD = vcalendar(vevent("UID:bon", ...AT));
const FROM = Date.parse("2026-11-20T09:00:00Z");
const ask = (text: string) => ({
  ...{ bytes: Buffer.from(text), charset: null },
  ...{ from: FROM, to: FROM + 60 * 86_400_000, ownHost: "x.fr" },
});

describe("an address within, given as somebody's calendar", () => {
  let inner: http.Server;
  let port = 0;
  let visits = 0;
  beforeAll(async () => {
    inner = http.createServer((_request, response) => {
      visits += 1;
      response.end(GOOD);
    });
    await new Promise<void>((resolve) => inner.listen(0, "0.0.0.0", resolve));
    port = (inner.address() as AddressInfo).port;
  });
  afterAll(() => new Promise<void>((resolve) => inner.close(() => resolve())));

  const spellings = () =>
    [
      ...["127.0.0.1", "127.1", "0x7f.1", "2130706433", "0177.1", "0", "localhost", "LOCALHOST."],
      ...["[::1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "①②⑦.⓪.⓪.①", "127。0。0。1"],
      ...["[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "169.254.169.254", "metadata.google.internal"],
    ].flatMap((host) => [
      ...[`http://${host}:${port}/a.ics`, `https://${host}:${port}/`, `webcal://${host}:${port}/`],
      ...[`http://${host}/`, `http://public@${host}:${port}/`, `http://a.fr#@${host}:${port}/`],
    ]);

  dataTest("is never visited, however it is written, and no calendar is kept", async ({ db }) => {
    const outside = createOutside();
    const hostile = spellings();
    for (const url of hostile) {
      // Somebody else for each, as limits would stop one of them soon.
      const user = await makeUser(db, { isPro: true });
      await makeProfessional(db, { user });
      const ctx = makeContext(db, { actor: await actorOf(db, user.id), outside });
      await expect(addCalendar(ctx, { url }), url).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
    expect(hostile.length).toBeGreaterThan(100);
    expect(visits).toBe(0);
  });

  test("is let through where it is the demo's own, and by that name alone", async () => {
    const allowed = `http://localhost:${port}/demo/agenda.ics`;
    const outside = createOutside({ allowed });
    const limits = { maxBytes: 10_000, timeoutMs: 60_000 };
    const before = visits;
    expect(String((await outside.read(allowed, limits)).bytes)).toBe(GOOD);
    expect(visits).toBe(before + 1);
    await expect(outside.read(`http://localhost:${port}/`, limits)).rejects.toMatchObject({
      ...{ failure: "refused" },
    });
    expect(visits).toBe(before + 1);
  });

  dataTest("is not reached by a calendar that is followed and turns", async ({ db }) => {
    const etag = '"1"';
    const stranger = await openStranger((_request, response) =>
      response.writeHead(200, { etag }).end(GOOD),
    );
    const names: Record<string, string[]> = { "inside.example": ["169.254.169.254"] };
    const dialed: Dial[] = [];
    const user = await makeUser(db, { isPro: true });
    await makeProfessional(db, { user });
    const outside = outsideOf(stranger, { names, dialed });
    const ctx = makeContext(db, { actor: await actorOf(db, user.id), outside });
    const { calendarId } = await addCalendar(ctx, { url: "https://agenda.example.fr/a.ics" });
    const turns: (() => void)[] = [
      ...[`http://127.0.0.1:${port}/`, "https://inside.example/", "//[::ffff:7f00:1]/"].map(
        (location) => () => {
          stranger.answer = (_request, response) =>
            response.writeHead(302, { location, etag }).end();
        },
      ),
      // The name itself stands for another machine by now, and for a public one beside it.
      () => {
        names["agenda.example.fr"] = [PUBLIC, "10.0.0.7"];
      },
    ];
    const before = visits;
    for (const turn of turns) {
      turn();
      await readCalendar(ctx, { calendarId });
      const [calendar] = await db.select().from(calendars);
      expect(calendar).toMatchObject({ lastError: "refused", events: 1, etag });
    }
    expect(await db.$count(busyTimes)).toBe(1);
    expect(new Set(dialed.flatMap(({ addresses }) => addresses))).toEqual(new Set([PUBLIC]));
    expect(visits).toBe(before);
    await stranger.close();
  });

  test("is not reached by a random one either", async () => {
    const outside = createOutside({ resolve: async (host) => [host] });
    const before = visits;
    const octet = fc.integer({ min: 0, max: 255 });
    const within = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
    );
    const hex = (high: number, low: number) => (high * 256 + low).toString(16);
    const spelled = fc.tuple(within, fc.integer({ min: 0, max: 4 })).map(([[a, b, c, d], way]) => {
      const ipv4 = `${a}.${b}.${c}.${d}`;
      const tail = `${hex(a, b)}:${hex(c, d)}`;
      return [
        ...[ipv4, String(((a * 256 + b) * 256 + c) * 256 + d), `[::ffff:${tail}]`],
        ...[`[64:ff9b::${tail}]`, `[2002:${tail}::1]`],
      ][way];
    });
    await fc.assert(
      fc.asyncProperty(spelled, async (host) => {
        const read = outside.read(`http://${host}/`, { maxBytes: 1_000, timeoutMs: 1_000 });
        await expect(read).rejects.toMatchObject({ failure: "refused" });
      }),
      { numRuns: size(300, 20_000), seed: SEED },
    );
    expect(visits).toBe(before);
  });
});

describe("a calendar that is a bomb", () => {
  const all = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).join(",");
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index));
  const bombs: Record<string, () => string> = {
    "a second of every day for ever": () => vevent("UID:1", ...AT, "RRULE:FREQ=SECONDLY"),
    "each minute of every hour": () => vevent("UID:1", ...AT, "RRULE:FREQ=MINUTELY;INTERVAL=1"),
    "every second of a year, once": () =>
      vevent(
        ...["UID:1", ...AT],
        `RRULE:FREQ=YEARLY;COUNT=1;BYMONTH=${all(1, 12)};BYMONTHDAY=${all(1, 31)};BYHOUR=${all(0, 23)};BYMINUTE=${all(0, 59)};BYSECOND=${all(0, 59)}`,
      ),
    "a day that no year has": () =>
      vevent("UID:1", ...AT, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    "a second Thursday of one": () =>
      vevent("UID:1", ...AT, "RRULE:FREQ=MONTHLY;BYDAY=1TH;BYSETPOS=2"),
    "every hour since the year 1": () =>
      vevent("UID:1", "DTSTART:00010101T000000Z", "DURATION:PT1H", "RRULE:FREQ=HOURLY"),
    "a hundred thousand exceptions": () =>
      vevent(
        ...["UID:1", ...AT, "RRULE:FREQ=DAILY"],
        `EXDATE:${many(100_000, (n) => `20${String(10 + (n % 80))}0101T100000Z`).join(",")}`,
      ),
    "a line of four million characters": () =>
      vevent("UID:1", ...AT, `SUMMARY:${"a".repeat(4_000_000)}`),
    "a line folded a million times": () =>
      vevent("UID:1", ...AT, `SUMMARY:${"a\r\n ".repeat(1_000_000)}`),
    "components in components": () =>
      many(100_000, () => "BEGIN:VEVENT").join("\r\n") +
      many(100_000, () => "\r\nBEGIN:VALARM").join(""),
    "the last year of all": () =>
      vevent("UID:1", "DTSTART:275760091T000000Z", "DURATION:PT1H") +
      vevent("UID:2", "DTSTART:99991231T235959Z", "DURATION:P99999999W"),
    "an end before its start": () =>
      vevent("UID:1", "DTSTART:20261201T100000Z", "DTEND:20251201T100000Z"),
    "a hundred thousand events": () =>
      many(100_000, (n) => vevent(`UID:${n}`, ...AT))
        .join("\r\n")
        .slice(0, 4_900_000),
    "a zone that changes for ever": () =>
      [
        ...["BEGIN:VTIMEZONE", "TZID:Nulle part", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
        ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
        ...["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "END:STANDARD", "END:VTIMEZONE"],
      ].join("\r\n") +
      `\r\n${vevent("UID:1", "DTSTART;TZID=Nulle part:20261201T100000", "DURATION:PT1H")}`,
    "a thousand series of every day": () =>
      many(1_000, (n) =>
        vevent(`UID:${n}`, "DTSTART:19000101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
      ).join("\r\n"),
  };

  test("takes neither time nor memory of anybody else, and a good one is read beside it", async () => {
    const ical = createIcal({ patience: size(1_000, 5_000) });
    // A thread that is only starting would use the time up on a machine that does much else.
    await expect.poll(async () => (await ical.read(ask(GOOD)))?.hours).toHaveLength(1);
    const before = process.memoryUsage().heapUsed;
    for (const [name, make] of Object.entries(bombs)) {
      const text = vcalendar(make());
      const started = performance.now();
      // This very process goes on meanwhile.
      let ticks = 0;
      const clock = setInterval(() => {
        ticks += 1;
      }, 20);
      const [good, answer] = await Promise.all([ical.read(ask(GOOD)), ical.read(ask(text))]);
      clearInterval(clock);
      expect(good?.hours, name).toHaveLength(1);
      const took = performance.now() - started;
      expect(took, name).toBeLessThan(15_000);
      expect(ticks, name).toBeGreaterThanOrEqual(Math.min(5, Math.floor(took / 400)));
      expect(answer?.hours.length ?? 0, name).toBeLessThanOrEqual(2_000);
    }
    expect((await ical.read(ask(GOOD)))?.hours).toHaveLength(1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000);
    await ical.close();
  }, 150_000);

  test("that never ends is ended, and its thread with it", async () => {
    const ical = createIcal({ patience: 300 });
    const endless = vcalendar(
      ...many(1_000, (n) =>
        vevent(`UID:${n}`, "DTSTART:19000101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"),
      ),
    );
    const started = performance.now();
    const answers = await Promise.all(many(4, () => endless).map((text) => ical.read(ask(text))));
    expect(answers).toEqual([null, null, null, null]);
    expect(performance.now() - started).toBeLessThan(5_000);
    const calm = createIcal({ patience: 60_000 });
    expect((await calm.read(ask(GOOD)))?.hours).toHaveLength(1);
    await Promise.all([ical.close(), calm.close()]);
  });

  dataTest("is refused beside the field, and keeps nothing", async ({ db }) => {
    const stranger = await openStranger((_request, response) =>
      response.end(vcalendar(vevent("UID:1", ...AT, `X:${"a".repeat(6_000_000)}`))),
    );
    const user = await makeUser(db, { isPro: true });
    await makeProfessional(db, { user });
    const ctx: Context = makeContext(db, {
      ...{ actor: await actorOf(db, user.id), outside: outsideOf(stranger) },
    });
    await expect(addCalendar(ctx, { url: "https://a.example/" })).rejects.toMatchObject({
      ...{ fields: { url: ["Cet agenda est trop volumineux : 5 Mo au plus."] } },
    });
    await stranger.close();
  });
});
