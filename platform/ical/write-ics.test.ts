import fc from "fast-check";
import ICAL from "ical.js";
import nodeIcal, { type VEvent } from "node-ical";
import { expect, test } from "vitest";
import { writeIcs } from "./write-ics.server.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }).map((given) => {
  // Neither has a way to be written (RFC 5545, 3.3.11); blanks at an end are nobody's words.
  return `a${given.replaceAll(/[\p{Cc}\p{Cs}]/gu, "")}z`;
});

test("two parsers of others read every event as it was, from lines of at most 75 octets", () => {
  fc.assert(
    fc.property(
      ...[text, text, fc.integer({ min: 0, max: 9 }), fc.boolean()],
      (title, description, sequence, isCancelled) => {
        const start = new Date("2027-10-31T00:30:00Z");
        const end = new Date("2027-10-31T01:30:00Z");
        const event = {
          uid: "1@example.fr",
          title,
          description,
          location: title,
          start,
          end,
          sequence,
        };
        const file = writeIcs([event], { isCancelled });
        for (const line of file.split("\r\n")) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
        expect(calendar.getFirstPropertyValue("method")).toBe(isCancelled ? "CANCEL" : "PUBLISH");
        const one = new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
        expect(one).toMatchObject({ summary: title, description, location: title, sequence });
        expect([one.startDate.toJSDate(), one.endDate.toJSDate()]).toEqual([start, end]);
        const other = nodeIcal.sync.parseICS(file)["1@example.fr"] as VEvent;
        expect(other).toMatchObject({ summary: title, description, location: title });
        expect([other.start, other.end, String(other.sequence), other.status]).toMatchObject([
          ...[start, end, String(sequence), isCancelled ? "CANCELLED" : "CONFIRMED"],
        ]);
      },
    ),
  );
});
