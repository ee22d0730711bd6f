import fc from "fast-check";
import { expect, test } from "vitest";
import { vcalendar, vevent } from "#test/make/ical.ts";
import answer from "./parse-ical.ts";

/** A Monday; that week's Sunday is the end of summer time. */
const MONDAY = Temporal.PlainDate.from("2027-10-25");
const PARIS = "Europe/Paris";

/** One thing in a week, which may come again on the days after it. */
interface Appointment {
  title: string;
  /** Days after Monday. */
  day: number;
  /** Minutes after midnight in Paris; null for the whole day. */
  minute: number | null;
  minutes: number;
  times: number;
  /** Of the times, counted from 0: that which is left out, and that which is an hour later. */
  dropped: number | null;
  moved: number | null;
}

const appointment: fc.Arbitrary<Appointment> = fc
  .record({
    title: fc.constantFrom(
      "Kiné",
      "Réunion, à deux ; avec Zoé",
      "École\\primaire",
      "🧘 Yoga".repeat(20),
    ),
    day: fc.integer({ min: 0, max: 6 }),
    minute: fc.option(fc.integer({ min: 0, max: 1_380 }), { freq: 4 }),
    minutes: fc.integer({ min: 5, max: 180 }),
    times: fc.integer({ min: 1, max: 7 }),
    dropped: fc.option(fc.integer({ min: 1, max: 6 })),
    moved: fc.option(fc.integer({ min: 1, max: 6 })),
  })
  .map((one) => ({ ...one, moved: one.moved === one.dropped ? null : one.moved }));

/** The times of one, each with the day or the minute at which it would be if it were not moved. */
function timesOf({ day, minute, minutes, times, dropped, moved }: Appointment) {
  return Array.from({ length: times }, (_, index) => index)
    .filter((index) => index !== dropped)
    .map((index) => {
      const date = MONDAY.add({ days: day + index });
      const shift = index === moved && minute !== null ? 60 : 0;
      const wall = date.toPlainDateTime().add({ minutes: (minute ?? 0) + shift });
      const start = wall.toZonedDateTime(PARIS);
      const end =
        minute === null ? date.add({ days: 1 }).toZonedDateTime(PARIS) : start.add({ minutes });
      const first = date.toPlainDateTime().add({ minutes: minute ?? 0 });
      return { start, end, first, isMoved: shift > 0 };
    });
}

const stamp = (wall: Temporal.PlainDateTime) =>
  wall.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
const utc = (instant: Temporal.ZonedDateTime) =>
  `${stamp(instant.withTimeZone("UTC").toPlainDateTime())}Z`;
const dayOf = (wall: Temporal.PlainDateTime) => stamp(wall).slice(0, 8);
const escaped = (text: string) => text.replaceAll(/[\\,;]/g, (letter) => `\\${letter}`);

/** Lines of at most 75 octets, cut wherever that is, even inside a letter. */
function fold(text: string): Buffer {
  const lines = text.split("\r\n").map((line) => {
    const bytes = Buffer.from(line);
    const parts = [bytes.subarray(0, 75)];
    for (let at = 75; at < bytes.length; at += 74) parts.push(bytes.subarray(at, at + 74));
    return Buffer.concat(
      parts.flatMap((part, index) => (index ? [Buffer.from("\r\n "), part] : [part])),
    );
  });
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\r\n")]));
}

/** A series as one event with its exceptions, times written by `at` and days by `on`. */
function series(
  given: Appointment,
  id: number,
  { at, on = ";VALUE=DATE:" }: { at: (wall: Temporal.PlainDateTime) => string; on?: string },
): string[] {
  const { title, day, minute, minutes, times, dropped } = given;
  const wallOf = (index: number) =>
    MONDAY.add({ days: day + index })
      .toPlainDateTime()
      .add({ minutes: minute ?? 0 });
  const when = (wall: Temporal.PlainDateTime) =>
    minute === null ? `${on}${dayOf(wall)}` : at(wall);
  const lasting = (wall: Temporal.PlainDateTime) => [
    `DTSTART${when(wall)}`,
    // An end after the change of the clocks is another time of the clock, not of the day.
    minute === null ? `DTEND${when(wall.add({ days: 1 }))}` : `DURATION:PT${minutes}M`,
  ];
  const head = [`UID:${id}@example`, `SUMMARY:${escaped(title)}`];
  const master = vevent(
    ...head,
    ...lasting(wallOf(0)),
    ...(times > 1 ? [`RRULE:FREQ=DAILY;COUNT=${times}`] : []),
    ...(dropped !== null && dropped < times ? [`EXDATE${when(wallOf(dropped))}`] : []),
  );
  const moved = timesOf(given).filter(({ isMoved }) => isMoved);
  return [
    master,
    ...moved.map(({ start, first }) =>
      vevent(...head, `RECURRENCE-ID${when(first)}`, ...lasting(start.toPlainDateTime())),
    ),
  ];
}

/** Each time as an event of its own. */
const single = (
  given: Appointment,
  id: number,
  lines: (time: ReturnType<typeof timesOf>[number]) => string[],
) =>
  timesOf(given).map((time, index) =>
    vevent(`UID:${id}-${index}@example`, `SUMMARY:${escaped(given.title)}`, ...lines(time)),
  );

const zone = (id: string, ...more: string[]) =>
  [
    ...["BEGIN:VTIMEZONE", `TZID:${id}`, ...more, "BEGIN:STANDARD", "DTSTART:16011028T030000"],
    ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
    ...["END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010325T020000"],
    ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
    ...["END:DAYLIGHT", "END:VTIMEZONE"],
  ].join("\r\n");

const inZone = (id: string) => (wall: Temporal.PlainDateTime) => `;TZID=${id}:${stamp(wall)}`;

/** How the programs of others write the same week. */
const DIALECTS: Record<string, (week: Appointment[]) => Buffer> = {
  Google: (week) =>
    fold(
      vcalendar(
        ...["METHOD:PUBLISH", `X-WR-TIMEZONE:${PARIS}`, zone(PARIS, `X-LIC-LOCATION:${PARIS}`)],
        ...week.flatMap((one, id) => series(one, id, { at: inZone(PARIS) })),
      ),
    ),
  Apple: (week) =>
    fold(
      vcalendar(...week.flatMap((one, id) => series(one, id, { at: inZone(PARIS) })), zone(PARIS)),
    ),
  Outlook: (week) => {
    const at = inZone('"Romance Standard Time"');
    return fold(
      vcalendar(
        zone("Romance Standard Time"),
        ...week.flatMap((one, id) => series(one, id, { at })),
      ),
    );
  },
  Exchange: (week) => {
    const name = "(UTC+01:00) Brussels, Copenhagen, Madrid, Paris";
    return Buffer.from(
      vcalendar(
        ...week.flatMap((one, id) => series(one, id, { at: inZone(`"${name}"`), on: ":" })),
      ),
    );
  },
  Nextcloud: (week) =>
    fold(
      vcalendar(
        `TIMEZONE-ID:${PARIS}`,
        ...week.flatMap((one, id) => series(one, id, { at: (wall) => `:${stamp(wall)}` })),
      ),
    ),
  "a zone of its own": (week) =>
    fold(
      vcalendar(
        zone("Chez nous"),
        ...week.flatMap((one, id) => series(one, id, { at: inZone("Chez nous") })),
      ),
    ),
  "appointments one by one": (week) =>
    fold(
      vcalendar(
        ...week.flatMap((one, id) =>
          single(one, id, ({ start, end }) => [`DTSTART:${utc(start)}`, `DTEND:${utc(end)}`]),
        ),
      ),
    ),
};

const FROM = Temporal.ZonedDateTime.from("2027-10-24T00:00[Europe/Paris]").epochMilliseconds;
const TO = FROM + 21 * 86_400_000;

test.each(Object.entries(DIALECTS))("a week as %s writes it keeps its hours", (_, write) => {
  fc.assert(
    fc.property(fc.array(appointment, { minLength: 1, maxLength: 6 }), (week) => {
      const question = { charset: null, from: FROM, to: TO, ownHost: "parenthese.example.fr" };
      const { hours, unclear } = answer({ ...question, bytes: write(week) });
      const expected = week.flatMap((one) =>
        timesOf(one).map(({ start, end }) => [start.epochMilliseconds, end.epochMilliseconds]),
      );
      const sorted = (list: number[][]) => list.map(String).sort();
      expect(sorted(hours.map(({ start, end }) => [start, end]))).toEqual(sorted(expected));
      expect(unclear).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test("the nights of a rented room are closed from midnight to midnight", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 14 }), (day, nights) => {
      const [from, to] = [MONDAY.add({ days: day }), MONDAY.add({ days: day + nights })];
      const days = [from, to].map((one) => one.toString().replaceAll("-", ""));
      const text = vcalendar(
        vevent(
          "UID:1",
          `DTSTART;VALUE=DATE:${days[0]}`,
          `DTEND;VALUE=DATE:${days[1]}`,
          "SUMMARY:Reserved",
        ),
      );
      const question = { charset: null, from: FROM, to: TO, ownHost: "x" };
      expect(answer({ ...question, bytes: Buffer.from(text) }).hours).toMatchObject([
        {
          start: from.toZonedDateTime(PARIS).epochMilliseconds,
          end: to.toZonedDateTime(PARIS).epochMilliseconds,
        },
      ]);
    }),
  );
});
