import { describe, expect } from "vitest";
import { newId, newSecret } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { bookingTokens } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import { bookings } from "../tables.server.ts";
import { bookSlot } from "./book-slot.server.ts";
import { cancelBooking } from "./cancellation/cancel-booking.server.ts";
import { followBookingLink } from "./links/follow-booking-link.server.ts";
import { showCalendarFile } from "./show-calendar-file.server.ts";

/** 18:00 in Paris, in summer. */
const START = new Date("2027-07-02T16:00:00Z");
const onlineLink = "https://visio.example.fr/salle";

/** A free session, so that asking for it confirms it. */
async function makeOffer(db: Database) {
  const session = await makeSession(db, {
    ...{ title: "Yoga d'été 🧘", priceCents: 0, isOnline: true, onlineLink },
  });
  const slot = await makeSlot(db, { session, start: START });
  return { sessionId: session.id, slotId: slot.id };
}

const unfolded = (content: string) => content.replaceAll(/\r\n[ \t]/g, "").split("\r\n");
const refused = { code: "not_found" };

describe("the calendar file of a booking", () => {
  dataTest("is its client's, with the online link (rule: online-link)", async ({ db }) => {
    const client = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
    const { bookingId } = await bookSlot(ctx, await makeOffer(db));
    const { content, contentType, filename } = await showCalendarFile(ctx, { bookingId });
    expect(contentType).toMatch(/^text\/calendar; charset=utf-8/);
    expect(filename).toMatch(/\.ics$/);
    const lines = unfolded(content);
    expect(lines).toContain("SUMMARY:Yoga d'été 🧘");
    expect(lines).toContain("DTSTART:20270702T160000Z");
    expect(lines).toContain("DTEND:20270702T170000Z");
    expect(lines).toContain(`URL:${onlineLink}`);

    const stranger = await makeUser(db);
    const other = makeContext(db, { actor: await actorOf(db, stranger.id) });
    await expect(showCalendarFile(other, { bookingId })).rejects.toMatchObject(refused);
    await expect(showCalendarFile(makeContext(db), { bookingId })).rejects.toMatchObject(refused);
    await expect(showCalendarFile(ctx, { bookingId: newId() })).rejects.toMatchObject(refused);
    await expect(showCalendarFile(ctx, { bookingId: "x" })).rejects.toMatchObject(refused);
  });

  dataTest("takes the booking out of the calendar once it is cancelled", async ({ db }) => {
    const client = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
    const { bookingId } = await bookSlot(ctx, await makeOffer(db));
    const linesOf = async () => unfolded((await showCalendarFile(ctx, { bookingId })).content);
    const before = await linesOf();
    expect(before).toEqual(
      expect.arrayContaining(["METHOD:PUBLISH", "STATUS:CONFIRMED", "SEQUENCE:0"]),
    );
    await cancelBooking(ctx, { bookingId });
    const after = await linesOf();
    expect(after).toEqual(
      expect.arrayContaining(["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1"]),
    );
    const uidOf = (lines: string[]) => lines.find((line) => line.startsWith("UID:"));
    expect(uidOf(after)).toBe(uidOf(before));
    // One that never was confirmed stands in nobody's calendar.
    await db.update(bookings).set({ confirmedAt: null });
    await expect(showCalendarFile(ctx, { bookingId })).rejects.toMatchObject(refused);
  });

  dataTest(
    "is the buying guest's by their cookie, without the link (rule: guest-account)",
    async ({ db }) => {
      const visitor = makeContext(db);
      const asked = { ...(await makeOffer(db)), email: "invitee@example.fr" };
      const { bookingId } = await bookSlot(visitor, asked);
      const [token = ""] = await bookingTokens(db, asked.email);
      const { guestProof: proof } = await followBookingLink(visitor, { token });
      const { content } = await showCalendarFile(visitor, { bookingId, guestProof: proof });
      expect(unfolded(content)).toContain("DTSTART:20270702T160000Z");
      expect(content).not.toContain(onlineLink);
      for (const guestProof of [newSecret(), "", undefined]) {
        const input = { bookingId, ...(guestProof !== undefined && { guestProof }) };
        await expect(showCalendarFile(visitor, input)).rejects.toMatchObject(refused);
      }
    },
  );
});
