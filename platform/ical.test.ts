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
  const answer = await ical.read({ text, from, to, ownHost: "parenthese.example.fr" });
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
    expect([without.hours.length, without.broken.length]).toEqual([0, 1]);
  });

  test("of whole days go from midnight to midnight in Paris, over a clock change too", async () => {
    expect(
      await hoursOf(
        vevent("UID:1", "DTSTART;VALUE=DATE:20271030", "DTEND;VALUE=DATE:20271101"),
        vevent("UID:2", "DTSTART;VALUE=DATE:20271103"),
      ),
    ).toEqual(["2027-10-29T22:00 – 2027-10-31T23:00", "2027-11-02T23:00 – 2027-11-03T23:00"]);
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

  test("loses the events that are broken, and names them", async () => {
    const { hours, broken, events } = await read(
      vcalendar(
        vevent("UID:2", "DTSTART:garbage", "DURATION:PT1H"),
        vevent("UID:3", "SUMMARY:sans heure"),
        vevent("UID:4", "DTSTART:20271026T180000Z", "DURATION:PT1H", "RRULE:FREQ=JAMAIS"),
        good,
      ),
    );
    expect(hours.map(({ title }) => title)).toEqual(["Bon"]);
    expect([events, broken.length]).toEqual([4, 3]);
    const named = await read(
      vcalendar(vevent("UID:2", "DTSTART:20271026T180000Z", "DURATION:PT1H")),
    );
    expect(broken).toContain(named.hours[0]?.key.split(".")[0]);
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
