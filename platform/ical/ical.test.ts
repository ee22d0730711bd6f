import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { vcalendar, vevent } from "#test/make/ical.ts";
import { createIcal } from "./ical.server.ts";
import type { IcalAnswer } from "./parse-ical.ts";

const DAY = 86_400_000;
/** A fortnight over the end of summer time. */
const FROM = Date.parse("2027-10-24T22:00:00Z");
// Its first thread starts within the patience, and is slow to on a machine that does much else.
const ical = createIcal({ patience: 60_000 });
afterAll(() => ical.close());

async function read(text: string, from = FROM, to = from + 14 * DAY): Promise<IcalAnswer> {
  const question = { bytes: Buffer.from(text), charset: null, from, to };
  const answer = await ical.read({ ...question, ownHost: "parenthese.example.fr" });
  if (!answer) throw new Error("not read");
  return answer;
}

/** « 2027-10-26T16:00 – 2027-10-26T17:00 Kiné » in UTC, of one calendar. */
async function hoursOf(...events: string[]): Promise<string[]> {
  const { hours } = await read(vcalendar(...events));
  const shown = (at: number) => new Date(at).toISOString().slice(0, 16);
  return hours.map(({ start, end, title }) =>
    `${shown(start)} – ${shown(end)} ${title ?? ""}`.trim(),
  );
}

const PARIS = "TZID=Europe/Paris";

describe("the hours of an event", () => {
  test("are those of its zone, or of Paris without one", async () => {
    expect(
      await hoursOf(
        vevent("UID:1", `DTSTART;${PARIS}:20271026T180000`, `DTEND;${PARIS}:20271026T190000`),
        vevent("UID:2", "DTSTART:20271026T180000Z", "DTEND:20271026T190000Z"),
        vevent("UID:3", "DTSTART:20271027T180000", "DTEND:20271027T190000"),
        vevent("UID:4", "DTSTART;TZID=America/Montreal:20271027T180000", "DURATION:PT90M"),
        vevent("UID:5", 'DTSTART;TZID="Romance Standard Time":20271028T180000', "DURATION:PT1H"),
        vevent(
          "UID:6",
          "DTSTART;TZID=/mozilla.org/20050126_1/Asia/Tokyo:20271029T100000",
          "DURATION:P1D",
        ),
      ),
    ).toEqual([
      "2027-10-26T16:00 – 2027-10-26T17:00",
      "2027-10-26T18:00 – 2027-10-26T19:00",
      "2027-10-27T16:00 – 2027-10-27T17:00",
      "2027-10-27T22:00 – 2027-10-27T23:30",
      "2027-10-28T16:00 – 2027-10-28T17:00",
      "2027-10-29T01:00 – 2027-10-30T01:00",
    ]);
  });

  test("are those that its own file says of a zone that nobody else knows", async () => {
    const zone = [
      ...["BEGIN:VTIMEZONE", "TZID:Chez nous", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
      ...["TZOFFSETFROM:+0400", "TZOFFSETTO:+0400", "END:STANDARD", "END:VTIMEZONE"],
    ].join("\r\n");
    const event = vevent("UID:1", "DTSTART;TZID=Chez nous:20271026T100000", "DURATION:PT1H");
    expect(await hoursOf(zone, event)).toEqual(["2027-10-26T06:00 – 2027-10-26T07:00"]);
    const without = await read(vcalendar(event));
    expect([without.hours.length, without.unclear.length]).toEqual([1, 1]);
  });

  test.each([
    ...["Europe/Paris", "europe/paris", "Europe/Paris 1", "/mozilla.org/20050126_1/Europe/Paris"],
    ...["Romance Standard Time", "romance daylight time", "Romance Standard Time 1", "Paris"],
    ...["(UTC+01:00) Brussels, Copenhagen, Madrid, Paris", "(GMT+01.00) Paris/Madrid", "MESZ"],
    ...["GMT +0100 (Standard) / GMT +0200 (Daylight)", "CEST", "CET", "Europe\\/Paris"],
  ])("are those of Paris in every spelling: %s", async (zone) => {
    for (const written of [zone, `"${zone}"`]) {
      const event = vevent("UID:1", `DTSTART;TZID=${written}:20271027T100000`, "DURATION:PT1H");
      const { hours, unclear } = await read(vcalendar(event));
      expect(hours.map(({ start }) => new Date(start).toISOString())).toEqual([
        "2027-10-27T08:00:00.000Z",
      ]);
      expect(unclear).toEqual([]);
    }
  });

  test.each([
    ["GMT Standard Time 1", "09:00"],
    ["tzone://Microsoft/Utc", "10:00"],
    ["GMT+0100", "09:00"],
    ["UTC-3", "13:00"],
    ["+05:30", "04:30"],
    ["(UTC-08:00) Pacific Time (US & Canada)", "17:00"],
    ["Tokyo, Osaka", "01:00"],
    ["BST", "09:00"],
    ["America/Argentina/Buenos_Aires", "13:00"],
  ])("are those of another zone in every spelling: %s", async (zone, hour) => {
    const event = vevent("UID:1", `DTSTART;TZID="${zone}":20271027T100000`, "DURATION:PT1H");
    const { hours, unclear } = await read(vcalendar(event));
    expect(new Date(hours[0]?.start ?? 0).toISOString()).toBe(`2027-10-27T${hour}:00.000Z`);
    expect(unclear).toEqual([]);
  });

  test("in a zone that nobody knows are those of the calendar's own, and are told", async () => {
    const event = vevent(
      ...["UID:1", "DTSTART;TZID=Customized Time Zone:20271027T100000", "DURATION:PT1H"],
      "SUMMARY:Kiné",
    );
    const bad = ["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "END:VTIMEZONE"].join("\r\n");
    for (const [own, hour] of [
      ["X-WR-TIMEZONE:Europe/London", "09"],
      [bad, "08"],
    ]) {
      const { hours, unclear } = await read(vcalendar(String(own), event));
      expect(new Date(hours[0]?.start ?? 0).toISOString()).toBe(`2027-10-27T${hour}:00:00.000Z`);
      expect(unclear).toEqual([{ title: "Kiné", day: "2027-10-27" }]);
    }
  });

  test("of whole days go from midnight to midnight in Paris, over a clock change too", async () => {
    expect(
      await hoursOf(
        vevent("UID:1", "DTSTART;VALUE=DATE:20271030", "DTEND;VALUE=DATE:20271101"),
        vevent("UID:2", "DTSTART;VALUE=DATE:20271103"),
      ),
    ).toEqual(["2027-10-29T22:00 – 2027-10-31T23:00", "2027-11-02T23:00 – 2027-11-03T23:00"]);
  });

  test.each([
    ["DTSTART:20271027T100000", "DTEND:20271027T113000"],
    ["DTSTART:2027-10-27T10:00:00", "DTEND:2027-10-27T11:30:00"],
    ["DTSTART:2027-10-27T10:00:00+02:00", "DURATION:PT1H30M"],
    ["DTSTART:20271027T1000", "DURATION:PT90M"],
    ["DTSTART:20271027T080000Z", "DURATION:P0DT1H30M"],
    ["DTSTART:20271027T090000+0100", "DTEND:20271027T093000Z"],
    ["dtstart;tzid=europe/paris:20271027t100000", "duration:pt1h30m"],
    ["DTSTART;VALUE=DATE-TIME;TZID=Europe/Paris:20271027T100000", "DTEND:20271027T113000"],
  ])("are read in any notation: %s, %s", async (...lines) => {
    expect(await hoursOf(vevent("UID:1", ...lines))).toEqual([
      "2027-10-27T08:00 – 2027-10-27T09:30",
    ]);
  });

  test.each([
    ["DTSTART:20271030", "DTEND:20271101"],
    ["DTSTART;VALUE=DATE:2027-10-30", "DURATION:P2D"],
    ["DTSTART;VALUE=DATE:20271030T000000", "DTEND;VALUE=DATE:20271101T000000"],
    ["DTSTART;TZID=Europe/Paris:20271030T000000", "DTEND;TZID=Europe/Paris:20271101T000000"],
    ["DTSTART;TZID=Europe/Paris:20271030T000000", "DTEND:20271031T240000"],
  ])("may be whole days in any notation: %s, %s", async (...lines) => {
    expect(await hoursOf(vevent("UID:1", ...lines))).toEqual([
      "2027-10-29T22:00 – 2027-10-31T23:00",
    ]);
  });

  test.each([
    ["garbage", null, []],
    ["20271027T256000", "2027-10-27", ["2027-10-26T22:00 – 2027-10-27T22:00 Kiné"]],
    ["27/10/2027 10:00", "2027-10-27", ["2027-10-27T08:00 – 2027-10-27T09:00 Kiné"]],
  ])(
    "that cannot be understood are closed as well as can be, and told: %s",
    async (start, day, hours) => {
      const event = vevent("UID:1", `DTSTART:${start}`, "DURATION:PT1H", "SUMMARY:Kiné");
      expect(await hoursOf(event)).toEqual(hours);
      expect((await read(vcalendar(event))).unclear).toEqual([{ title: "Kiné", day }]);
    },
  );

  test.each(["DTEND:", "DTEND:garbage", "DURATION:", "DURATION:-PT1H", "DTEND:20271026T100000"])(
    "without a known end last an hour, and are told: %s",
    async (end) => {
      const event = vevent("UID:1", `DTSTART;${PARIS}:20271027T100000`, end);
      expect(await hoursOf(event)).toEqual(["2027-10-27T08:00 – 2027-10-27T09:00"]);
      expect((await read(vcalendar(event))).unclear).toEqual([{ title: null, day: "2027-10-27" }]);
    },
  );

  test("are none the worse for properties that are there and empty", async () => {
    const empty = ["RRULE:", "EXDATE:", "RDATE:", "RECURRENCE-ID:", "SUMMARY:", "STATUS:", "UID:"];
    const event = vevent(`DTSTART;${PARIS}:20271027T100000`, "DTEND:20271027T110000", ...empty);
    expect(await hoursOf(event)).toEqual(["2027-10-27T08:00 – 2027-10-27T09:00"]);
    expect((await read(vcalendar(event))).unclear).toEqual([]);
  });

  test("are read from free and busy times too", async () => {
    const { hours, events } = await read(
      vcalendar(
        ...["BEGIN:VFREEBUSY", "UID:1", "DTSTART:20271001T000000Z"],
        "FREEBUSY;FBTYPE=BUSY:20271026T080000Z/PT2H,20271027T080000Z/20271027T083000Z",
        ...["FREEBUSY:20271028T080000Z/PT1H", "FREEBUSY;FBTYPE=FREE:20271029T080000Z/PT1H"],
        "END:VFREEBUSY",
      ),
    );
    expect(hours.map(({ start, end }) => [new Date(start).toISOString(), end - start])).toEqual([
      ["2027-10-26T08:00:00.000Z", 7_200_000],
      ["2027-10-27T08:00:00.000Z", 1_800_000],
      ["2027-10-28T08:00:00.000Z", 3_600_000],
    ]);
    expect(events).toBe(1);
  });

  test("come again by the clock on the wall, summer time or not", async () => {
    expect(
      await hoursOf(
        vevent(
          ...["UID:1", `DTSTART;${PARIS}:20270106T090000`, `DTEND;${PARIS}:20270106T100000`],
          ...["RRULE:FREQ=WEEKLY;BYDAY=MO,WE", `EXDATE;${PARIS}:20271027T090000`],
          ...["EXDATE:20271103T080000Z", "SUMMARY:École"],
        ),
      ),
    ).toEqual([
      "2027-10-25T07:00 – 2027-10-25T08:00 École",
      "2027-11-01T08:00 – 2027-11-01T09:00 École",
    ]);
  });

  test("in the hour that spring skips come an hour later, and in autumn's the first time", async () => {
    const spring = await read(
      vcalendar(vevent("UID:1", `DTSTART;${PARIS}:20270328T023000`, "DURATION:PT1H")),
      Date.parse("2027-03-27T00:00:00Z"),
    );
    expect(spring.hours.map(({ start }) => new Date(start).toISOString())).toEqual([
      "2027-03-28T01:30:00.000Z",
    ]);
    const autumn = vevent("UID:1", `DTSTART;${PARIS}:20271031T023000`, "DURATION:PT1H");
    expect(await hoursOf(autumn)).toEqual(["2027-10-31T00:30 – 2027-10-31T01:30"]);
  });

  test("of one recurrence may be moved, cancelled, or added", async () => {
    const first = `DTSTART;${PARIS}:20271026T090000`;
    expect(
      await hoursOf(
        vevent("UID:1", first, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4", "SUMMARY:Danse"),
        vevent(
          ...["UID:1", `RECURRENCE-ID;${PARIS}:20271027T090000`, "SUMMARY:Danse, plus tard"],
          ...[`DTSTART;${PARIS}:20271027T140000`, "DURATION:PT1H"],
        ),
        vevent(
          ...["UID:1", "RECURRENCE-ID:20271028T070000Z", "STATUS:CANCELLED"],
          ...[`DTSTART;${PARIS}:20271028T090000`, "DURATION:PT1H"],
        ),
        vevent(
          ...["UID:1", `RECURRENCE-ID;${PARIS}:20271029T090000`, "SUMMARY:Danse, sans Lou"],
          ...[`DTSTART;${PARIS}:20271029T090000`, "DURATION:PT1H"],
        ),
        vevent("UID:2", first, "DURATION:PT30M", `RDATE;${PARIS}:20271102T090000`),
      ),
    ).toEqual([
      "2027-10-26T07:00 – 2027-10-26T08:00 Danse",
      "2027-10-26T07:00 – 2027-10-26T07:30",
      "2027-10-27T12:00 – 2027-10-27T13:00 Danse, plus tard",
      "2027-10-29T07:00 – 2027-10-29T08:00 Danse, sans Lou",
      "2027-11-02T08:00 – 2027-11-02T08:30",
    ]);
  });

  test.each([
    [["RRULE:FREQ=DAILY;UNTIL=20271028"], [26, 27, 28]],
    [["RRULE:FREQ=DAILY;UNTIL=20271028T070000Z"], [26, 27, 28]],
    [["RRULE:FREQ=DAILY;UNTIL=20271028T090000"], [26, 27, 28]],
    [["RRULE:FREQ=DAILY;UNTIL=20271028T065959Z"], [26, 27]],
    [["rrule:freq=daily;count=2;"], [26, 27]],
    [["RRULE:FREQ=WEEKLY;BYDAY=TH, FR;X-WHY=1;UNTIL=20271031T000000Z"], [26, 28, 29]],
    [
      ["RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20271027T090000"],
      [26, 28, 29],
    ],
    [
      ["RRULE:FREQ=DAILY;COUNT=4", "EXDATE;VALUE=DATE:20271027,20271028"],
      [26, 29],
    ],
    [
      ["RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20271027T070000Z", "EXDATE:"],
      [26, 28, 29],
    ],
    [
      ["RDATE:20271028T090000", "RDATE;VALUE=DATE-TIME:20271029T070000Z"],
      [26, 28, 29],
    ],
    [["RDATE;VALUE=PERIOD:20271028T090000/PT1H,20271029T070000Z/20271029T080000Z"], [26, 28, 29]],
  ])("come again as %j says", async (lines, days) => {
    const event = vevent("UID:1", `DTSTART;${PARIS}:20271026T090000`, "DURATION:PT1H", ...lines);
    expect(await hoursOf(event)).toEqual(
      days.map((day) => `2027-10-${day}T07:00 – 2027-10-${day}T08:00`),
    );
    expect((await read(vcalendar(event))).unclear).toEqual([]);
  });

  test.each(["FREQ=JAMAIS", "FREQ=DAILY;BYWHAT=3", "FREQ=SECONDLY", "FREQ=DAILY;UNTIL=bientôt"])(
    "by a rule that cannot be followed are told, the first one closed: %s",
    async (rule) => {
      const event = vevent(
        "UID:1",
        `DTSTART;${PARIS}:20271026T090000`,
        "DURATION:PT1H",
        `RRULE:${rule}`,
      );
      expect((await hoursOf(event))[0]).toBe("2027-10-26T07:00 – 2027-10-26T08:00");
      expect((await read(vcalendar(event))).unclear).toEqual([{ title: null, day: "2027-10-26" }]);
    },
  );

  const daily = vevent(
    ...["UID:1", `DTSTART;${PARIS}:20271026T090000`, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4"],
  );
  const from27 = (...lines: string[]) =>
    vevent("UID:1", `RECURRENCE-ID;RANGE=THISANDFUTURE;${PARIS}:20271027T090000`, ...lines);

  test("change for one and all later ones at once", async () => {
    const later = from27(`DTSTART;${PARIS}:20271027T140000`, "DURATION:PT2H", "SUMMARY:Plus tard");
    const one = vevent(
      ...["UID:1", `RECURRENCE-ID;${PARIS}:20271029T090000`],
      ...[`DTSTART;${PARIS}:20271029T200000`, "DURATION:PT1H"],
    );
    expect(await hoursOf(daily, later, one)).toEqual([
      "2027-10-26T07:00 – 2027-10-26T08:00",
      "2027-10-27T12:00 – 2027-10-27T14:00 Plus tard",
      "2027-10-28T12:00 – 2027-10-28T14:00 Plus tard",
      "2027-10-29T18:00 – 2027-10-29T19:00",
    ]);
    const dropped = from27(`DTSTART;${PARIS}:20271027T090000`, "STATUS:CANCELLED");
    expect(await hoursOf(daily, dropped)).toEqual(["2027-10-26T07:00 – 2027-10-26T08:00"]);
    const ruled = from27(
      ...[
        `DTSTART;${PARIS}:20271027T140000`,
        "DURATION:PT1H",
        "RRULE:FREQ=DAILY;INTERVAL=2;COUNT=2",
      ],
    );
    expect(await hoursOf(daily, ruled)).toEqual([
      "2027-10-26T07:00 – 2027-10-26T08:00",
      "2027-10-27T12:00 – 2027-10-27T13:00",
      "2027-10-29T12:00 – 2027-10-29T13:00",
    ]);
  });

  test("of two events with one UID are those of both, the longer where they begin together", async () => {
    const at = `DTSTART;${PARIS}:20271026T090000`;
    const events = [vevent("UID:1", at, "DURATION:PT2H"), vevent("UID:1", at, "DURATION:PT1H")];
    const both = ["2027-10-26T07:00 – 2027-10-26T09:00"];
    expect(await hoursOf(...events)).toEqual(both);
    expect(await hoursOf(...events.toReversed())).toEqual(both);
  });

  test("are none when it is transparent, cancelled, our own, over, far away or without length", async () => {
    const at = [`DTSTART;${PARIS}:20271026T180000`, "DURATION:PT1H"];
    expect(
      await hoursOf(
        vevent("UID:1", ...at, "TRANSP:TRANSPARENT"),
        vevent("UID:2", ...at, "STATUS:CANCELLED"),
        vevent("UID:abc@parenthese.example.fr", ...at),
        vevent("UID:3", `DTSTART;${PARIS}:20271024T180000`, "DURATION:PT1H"),
        vevent("UID:4", `DTSTART;${PARIS}:20271126T180000`, "DURATION:PT1H"),
        vevent("UID:5", `DTSTART;${PARIS}:20271026T180000`),
        vevent("UID:6", ...at, "STATUS:TENTATIVE", "SUMMARY:Peut-être"),
      ),
    ).toEqual(["2027-10-26T16:00 – 2027-10-26T17:00 Peut-être"]);
  });

  test("have the same key until they begin at another time", async () => {
    const one = (start: string, ...more: string[]) =>
      read(vcalendar(vevent("UID:1", `DTSTART:${start}`, ...more)));
    const keys = [
      await one("20271026T180000Z", "DURATION:PT1H"),
      await one("20271026T180000Z", "DURATION:PT2H", "SUMMARY:Plus long"),
      await one("20271026T190000Z", "DURATION:PT1H"),
    ].map(({ hours: [hour] }) => hour?.key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});

describe("a broken file", () => {
  const good = vevent("UID:1", "DTSTART:20271026T180000Z", "DURATION:PT1H", "SUMMARY:Bon");

  test("names the events of which it could not understand something", async () => {
    const { hours, broken, events } = await read(
      vcalendar(
        vevent("UID:2", "DTSTART:garbage", "DURATION:PT1H"),
        vevent("UID:3", "SUMMARY:sans heure"),
        vevent("UID:4", "DTSTART:20271026T180000Z", "DURATION:PT1H", "RRULE:FREQ=JAMAIS"),
        good,
      ),
    );
    expect(hours.map(({ title }) => title)).toEqual([null, "Bon"]);
    expect([events, broken.length]).toEqual([4, 3]);
    const named = await read(
      vcalendar(vevent("UID:2", "DTSTART:20271026T180000Z", "DURATION:PT1H")),
    );
    expect(broken).toContain(named.hours[0]?.key.split(".")[0]);
  });

  test("has its titles whole, however it is written", async () => {
    const text = vcalendar(
      vevent("UID:1", "DTSTART:20271026T180000Z", "DURATION:PT1H", "SUMMARY:Réunion\\, à deux"),
    );
    const bytes = Buffer.from(text);
    const cut = bytes.indexOf("é") + 1;
    const folded = Buffer.concat([
      bytes.subarray(0, cut),
      Buffer.from("\r\n "),
      bytes.subarray(cut),
    ]);
    const written = [
      folded,
      Buffer.from(text, "latin1"),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
      Buffer.from(`\uFEFF${text}`),
    ];
    const question = { charset: null, from: FROM, to: FROM + 14 * DAY, ownHost: "x" };
    for (const one of written) {
      const answer = await ical.read({ ...question, bytes: one });
      expect(answer?.hours.map(({ title }) => title)).toEqual(["Réunion, à deux"]);
    }
    const long = `${"a".repeat(199)}👩‍👩‍👧 fin`;
    const at = ["UID:1", "DTSTART:20271026T180000Z", "DURATION:PT1H"];
    const { hours } = await read(vcalendar(vevent(...at, `SUMMARY:${long}`)));
    expect(hours[0]?.title).toBe("a".repeat(199));
  });

  test("is read despite lines that are nothing, folded ones, an event left open, and its alarms", async () => {
    const text = [
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "%%%", "", "BEGIN:VEVENT", "UID:9", "BEGIN:VEVENT"],
      ...["UID:1", "X-BROKEN", "DESCRIPTION:un\\ndeux", "DTSTART:20271026T1800", " 00Z"],
      ...["DURATION:PT1H", "BEGIN:VALARM", "TRIGGER:-PT15M", "SUMMARY:Alarme", "END:VALARM"],
      ...["SUMMARY:Réunion très lon", "\tgue", "END:VEVENT", "END:VCALENDAR"],
    ].join("\n");
    const { hours } = await read(text);
    expect(hours.map(({ title }) => title)).toEqual(["Réunion très longue"]);
  });

  test.each([
    ["", "nothing"],
    ["<!doctype html><title>Connexion</title>", "a page"],
    ["BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n", "half a calendar"],
  ])("is no calendar when it is not one: %j", async (text) => {
    expect((await read(text)).isCalendar).toBe(false);
  });

  test("whatever stands in it, ends in an answer", async () => {
    const words = fc.constantFrom(
      ...["BEGIN:VEVENT", "END:VEVENT", "BEGIN:VTIMEZONE", "END:VTIMEZONE", "UID:1", "RRULE:"],
      ...["DTSTART:20271026T180000Z", "RRULE:FREQ=DAILY", "DURATION:-PT1H", "DTEND:20270101"],
      ...["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "EXDATE:x", "RECURRENCE-ID:20271026"],
    );
    const line = fc.oneof(words, fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
        const answer = await read(vcalendar(...lines));
        expect(answer.hours.every(({ start, end }) => end > start)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
