import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIcal } from "#platform/ical/ical.server.ts";
import { loggedPath } from "#platform/log.server.ts";
import { contradict } from "#test/make/database.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { cancelBooking } from "../../bookings/cancellation/cancel-booking.server.ts";
import type { Context } from "../../context.server.ts";
import { DAY, HOUR } from "../../durations.ts";
import { bookings, feeds, offerings, profiles } from "../../tables.server.ts";
import { readFeed, renewFeed, revokeFeed, showFeed } from "./manage-feed.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
  // Somebody is suspended behind the use cases' back.
  contradict(world.db, "I13");
});
afterAll(() => world.stop());

/** A slot in two days with so many paid bookings, and the secret of its professional's agenda. */
async function makeFollowed(count: number) {
  const start = new Date(Math.ceil((Date.now() + 2 * DAY) / HOUR) * HOUR);
  const offer = await world.makeActivityOffer({ spots: 8, start });
  const owner = await world.context(offer.professional.userId);
  const book = async (firstName: string, lastName: string, note = "") => {
    const client = await makeClient(world.db);
    await world.db.update(profiles).set({ firstName, lastName }).where(eq(profiles.id, client));
    const ctx = await world.context(client);
    const { bookingId } = await world.buy({ ...offer, bookingNotes: note }, ctx);
    return { ctx, bookingId };
  };
  const people = [];
  for (let index = 0; index < count; index += 1) {
    people.push(await book(`Prénom${index}`, "Martin", "Enceinte de cinq mois"));
  }
  const { url } = await renewFeed(owner);
  return { ...offer, start, owner, book, people, url, secret: secretOf(url) };
}

const secretOf = (url: string) => url.split("/").at(-2) ?? "";
const visitor = (ctx: Context): Context => ({ ...ctx, actor: null });

const propertiesOf = (content: string) =>
  Object.fromEntries(
    content
      .replaceAll(/\r\n[ \t]/g, "")
      .split("\r\n")
      .map((line) => [line.split(/[:;]/)[0], line.slice(line.indexOf(":") + 1)]),
  ) as Record<string, string>;

describe("the address of an agenda (rule: calendar-out)", () => {
  test("tells hour, offering, seats and first names with an initial, and nothing more", async () => {
    const { slotId, start, owner, url, secret, people } = await makeFollowed(2);
    const content = await readFeed(visitor(owner), { secret });
    const [offering] = await world.db.select().from(offerings);
    const event = propertiesOf(content);
    const host = new URL(owner.config.appUrl).hostname;
    expect(event).toMatchObject({
      ...{ UID: `${slotId}@${host}`, METHOD: "PUBLISH", STATUS: "CONFIRMED" },
      DTSTART: start.toISOString().replaceAll(/[-:]|\.000/g, ""),
    });
    // Both are the last change, which a calendar compares with the one it knows.
    expect(event["LAST-MODIFIED"]).toBe(event.DTSTAMP);
    expect(event.SUMMARY).toMatch(/ · 2 sur \d+$/);
    expect(event.DESCRIPTION).toMatch(
      /^Prénom0 M\.\\nPrénom1 M\.\\nNotes et messages : http.+\/agenda\?jour=.+&creneau=/,
    );
    expect(event).not.toHaveProperty("LOCATION");
    for (const secretFact of ["Martin", "Enceinte", String(people[0]?.ctx.actor?.email), url]) {
      expect(content).not.toContain(secretFact);
    }
    expect(content).not.toContain(offering?.address ?? "1 rue");
  });

  test("counts every change, and drops a slot once nobody comes", async () => {
    const { owner, secret, book, people } = await makeFollowed(1);
    const read = async () => propertiesOf(await readFeed(visitor(owner), { secret }));
    const sequences = [Number((await read()).SEQUENCE)];
    const second = await book("Paul", "Rey");
    sequences.push(Number((await read()).SEQUENCE));
    await world.db
      .update(bookings)
      .set({ calendarSequence: 1 })
      .where(eq(bookings.id, second.bookingId));
    sequences.push(Number((await read()).SEQUENCE));
    await cancelBooking(second.ctx, { bookingId: second.bookingId });
    sequences.push(Number((await read()).SEQUENCE));
    expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
    expect((await read()).SUMMARY).toMatch(/ · 1 sur /);
    const [first] = people;
    await cancelBooking(first?.ctx as Context, { bookingId: String(first?.bookingId) });
    expect(await readFeed(visitor(owner), { secret })).not.toContain("VEVENT");
  });

  test("is never read as a busy time, where its owner follows a calendar that shows it", async () => {
    const { owner, secret, start } = await makeFollowed(1);
    const text = await readFeed(visitor(owner), { secret });
    const ical = createIcal({ patience: 60_000 });
    const asked = { bytes: Buffer.from(text), charset: null, from: +start - DAY, to: +start + DAY };
    const ownHost = new URL(owner.config.appUrl).hostname;
    expect((await ical.read({ ...asked, ownHost }))?.hours).toEqual([]);
    expect((await ical.read({ ...asked, ownHost: "elsewhere.fr" }))?.hours).toMatchObject([
      ...[{ start: +start }],
    ]);
    await ical.close();
  });

  test("is shown once, changed and closed; the one before opens nothing", async () => {
    const { owner, secret } = await makeFollowed(1);
    const kept = await world.db.select().from(feeds);
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(await showFeed(owner)).toMatchObject({ readAt: null });
    await readFeed(visitor(owner), { secret });
    expect((await showFeed(owner))?.readAt).toBeInstanceOf(Date);
    const other = secretOf((await renewFeed(owner)).url);
    const closed = { code: "not_found" };
    await expect(readFeed(visitor(owner), { secret })).rejects.toMatchObject(closed);
    await readFeed(visitor(owner), { secret: other });
    for (const guess of ["", "a", other.slice(1), other.toUpperCase(), `${other}a`]) {
      await expect(readFeed(visitor(owner), { secret: guess })).rejects.toMatchObject(closed);
    }
    await revokeFeed(owner);
    await expect(readFeed(visitor(owner), { secret: other })).rejects.toMatchObject(closed);
    await expect(revokeFeed(owner)).rejects.toMatchObject(closed);
    expect(await showFeed(owner)).toBeNull();
  });

  test("opens nothing of somebody who is suspended, and stands in no log", async () => {
    const { owner, secret, url } = await makeFollowed(1);
    await world.db
      .update(profiles)
      .set({ accountStatus: "suspended" })
      .where(eq(profiles.id, String(owner.actor?.userId)));
    await expect(readFeed(visitor(owner), { secret })).rejects.toMatchObject({
      ...{ code: "not_found" },
    });
    expect(loggedPath(new URL(url).pathname)).toBe("/agendas/[retiré]/parenthese.ics");
  });
});
