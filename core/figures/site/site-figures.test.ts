import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeUser } from "#test/make/people.ts";
import { DAY } from "../../durations.ts";
import { cents } from "../../money.ts";
import { bookings, dailyViews, dailyVisits, missedSearches, slots } from "../../tables.server.ts";
import { countFigures } from "../count-and-show-figures.server.ts";
import { exportSiteFigures } from "./export-site-figures.server.ts";
import { showSiteFigures } from "./show-site-figures.server.ts";

/** 19:00 in Paris on the day of the tests' clock, 20 November. */
const TONIGHT = new Date("2026-11-20T18:00:00Z");

type Place = Parameters<typeof makeSession>[1];

/** A slot of some seats, so many of which were booked and others had by outside clients. */
async function makeEvening(
  db: Database,
  {
    start = TONIGHT,
    seats = 4,
    sold = 1,
    outside = 0,
    ...place
  }: Place & { start?: Date } & Partial<Sold> = {},
) {
  // Seats are sold here without the writes that go with it.
  contradict(db, "I1", "I2", "I3", "I4", "I5", "I10", "I13");
  const capacity = seats + outside;
  const session = await makeSession(db, { ...place, capacity });
  const slot = await makeSlot(db, { session, start, capacity });
  await db
    .update(slots)
    .set({ availableSpots: seats - sold, outsideSeats: outside })
    .where(eq(slots.id, slot.id));
  const made = { session, slot };
  for (let left = sold; left > 0; left -= 6) {
    await book(db, made, new Date(start.getTime() - 2 * DAY), Math.min(left, 6));
  }
  return made;
}
interface Sold {
  seats: number;
  sold: number;
  outside: number;
}

async function book(
  db: Database,
  { session, slot }: { session: { professionalId: string }; slot: { id: string } },
  confirmedAt: Date,
  seats: number,
  cancelledAt: Date | null = null,
) {
  const { id: clientId, email: buyerEmail } = await makeUser(db);
  await db.insert(bookings).values({
    ...{ id: newId(), clientId, buyerEmail, slotId: slot.id, seats, confirmedAt, cancelledAt },
    ...{ professionalId: session.professionalId, pricePaidCents: cents(0) },
    ...{ commissionCents: cents(0), createdAt: confirmedAt, refundableUntil: confirmedAt },
    status: cancelledAt ? "cancelled" : "confirmed",
    paymentStatus: cancelledAt ? "refunded" : "paid",
    cancelReason: cancelledAt ? "client" : null,
    ...soldFrom(slot.id),
  });
}

describe("how the marketplace goes (rule: site-figures)", () => {
  dataTest("tonight by town and category, beside a week ago", async ({ db }) => {
    await makeEvening(db, { city: "Lyon", seats: 6, sold: 3, outside: 9 });
    await makeEvening(db, { city: "Lyon", category: "Massage", seats: 4, sold: 1 });
    await makeEvening(db, { city: null, isOnline: true, seats: 2, sold: 2 });
    // An afternoon is no evening, and tomorrow is not tonight.
    await makeEvening(db, { start: new Date(TONIGHT.getTime() - 3 * 3_600_000) });
    await makeEvening(db, { start: new Date(TONIGHT.getTime() + DAY) });
    const ago = new Date(TONIGHT.getTime() - 7 * DAY);
    await makeEvening(db, { city: "Lyon", start: ago, seats: 5, sold: 4 });
    const ctx = await makeOperatorContext(makeContext(db));
    await countFigures(ctx);
    const figures = await showSiteFigures(ctx, {});
    expect(figures).toMatchObject({
      tonight: { seats: 12, filled: 6 },
      weekAgo: { seats: 5, filled: 4 },
      yearAgo: null,
      countedAt: NOW,
      categories: ["Yoga", "Massage"],
    });
    expect(figures.towns).toEqual([
      {
        town: "Lyon",
        cells: [
          { seats: 6, filled: 3 },
          { seats: 4, filled: 1 },
        ],
        tonight: { seats: 10, filled: 4 },
        weekAgo: { seats: 5, filled: 4 },
        yearAgo: null,
      },
      {
        town: "",
        cells: [{ seats: 2, filled: 2 }, null],
        tonight: { seats: 2, filled: 2 },
        weekAgo: null,
        yearAgo: null,
      },
    ]);
  });

  dataTest(
    "an hour that is called off after it was counted is no place any more",
    async ({ db }) => {
      const { slot } = await makeEvening(db, { sold: 0 });
      const ctx = await makeOperatorContext(makeContext(db));
      await countFigures(ctx);
      expect(await showSiteFigures(ctx, {})).toMatchObject({ tonight: { seats: 4 } });
      await db.update(slots).set({ isActive: false }).where(eq(slots.id, slot.id));
      await countFigures(ctx);
      expect(await showSiteFigures(ctx, {})).toMatchObject({ tonight: null, towns: [] });
    },
  );

  dataTest("a period stands beside the one before and the same days a year ago", async ({ db }) => {
    const { session } = await makeEvening(db, { start: new Date(TONIGHT.getTime() - DAY) });
    await makeEvening(db, { start: new Date(TONIGHT.getTime() - 9 * DAY), seats: 3, sold: 3 });
    await makeEvening(db, { start: new Date(TONIGHT.getTime() - 365 * DAY), seats: 2, sold: 0 });
    await db.insert(dailyViews).values({ day: "2026-11-19", offeringId: session.id, views: 40 });
    await db.insert(dailyVisits).values({ day: "2026-11-19", visits: 90 });
    const ctx = await makeOperatorContext(makeContext(db));
    await countFigures(ctx);
    const { period, spans, totals } = await showSiteFigures(ctx, { period: "nonsense" });
    expect([period, ...spans]).toEqual([
      "7j",
      { from: "2026-11-13", to: "2026-11-19" },
      { from: "2026-11-06", to: "2026-11-12" },
      { from: "2025-11-14", to: "2025-11-20" },
    ]);
    const none = { cents: 0, holds: 0, paid: 0, views: 0, visits: null };
    expect(totals).toEqual([
      { ...none, seats: 4, filled: 1, holds: 1, paid: 1, views: 40, visits: 90, days: 1 },
      { ...none, seats: 3, filled: 3, holds: 1, paid: 1, days: 1 },
      { ...none, seats: 2, filled: 0, days: 1 },
    ]);
    expect((await showSiteFigures(ctx, { period: "hier" })).totals).toMatchObject([
      { seats: 4, days: 1 },
      { seats: 0, days: 0 },
      { seats: 2, days: 1 },
    ]);
  });

  dataTest(
    "a table is given out for a spreadsheet, which takes no town for a formula",
    async ({ db }) => {
      await makeEvening(db, { city: "=1+1", seats: 6, sold: 3 });
      const ctx = await makeOperatorContext(makeContext(db));
      await countFigures(ctx);
      const file = await exportSiteFigures(ctx, { table: "villes" });
      expect(file.filename).toBe("parenthese-villes-2026-11-20.csv");
      expect(file.content.split("\r\n")).toEqual([
        "\uFEFFVille;Yoga : prises;Yoga : ouvertes;Ce soir : prises;Ce soir : ouvertes;Il y a 7 jours : prises;Il y a 7 jours : ouvertes;Il y a un an : prises;Il y a un an : ouvertes",
        "'=1+1;3;6;3;6;;;;",
        "",
      ]);
      const { content } = await exportSiteFigures(ctx, { table: "places", period: "hier" });
      expect(content.split("\r\n").slice(0, 2)).toEqual([
        "\uFEFFMesure;Hier;Avant-hier;Il y a un an",
        "Places ouvertes;;;",
      ]);
      await expect(exportSiteFigures(ctx, { table: "autre" })).rejects.toMatchObject({
        code: "invalid_input",
      });
    },
  );

  dataTest(
    "the evening by the hour, beside a week ago; a year ago nothing is known",
    async ({ db }) => {
      await makeEvening(db, { seats: 6, sold: 3 });
      await makeEvening(db, { start: new Date(TONIGHT.getTime() + 7_200_000), seats: 2, sold: 2 });
      await makeEvening(db, { start: new Date(TONIGHT.getTime() - 7 * DAY), seats: 5, sold: 4 });
      const ctx = await makeOperatorContext(makeContext(db));
      await countFigures(ctx);
      const { hours } = await showSiteFigures(ctx, {});
      const none = { seats: 0, filled: 0 };
      expect(hours.map(({ hour, places }) => [hour, ...places])).toEqual([
        [17, none, none, null],
        [18, none, none, null],
        [19, { seats: 6, filled: 3 }, { seats: 5, filled: 4 }, null],
        [20, none, none, null],
        [21, { seats: 2, filled: 2 }, none, null],
        [22, none, none, null],
        [23, none, none, null],
      ]);
      const { content } = await exportSiteFigures(ctx, { table: "heures" });
      expect(content.split("\r\n")[3]).toBe("19 h;3;6;4;5;;");
    },
  );

  dataTest("the evening as it was taken, hour by hour, up to now", async ({ db }) => {
    const at = (clock: string) => new Date(`2026-11-20T${clock}:00+01:00`);
    const tonight = await makeEvening(db, { seats: 8, sold: 1, outside: 5 });
    const before = await makeEvening(db, {
      ...{ start: new Date(TONIGHT.getTime() - 7 * DAY), seats: 8, sold: 2 },
    });
    // Two on the day before, two early in the morning that are given back, and one more.
    await book(db, tonight, new Date(NOW.getTime() - DAY), 2);
    await book(db, tonight, at("08:10"), 2, at("09:50"));
    await book(db, tonight, at("09:40"), 1);
    await book(db, before, new Date(at("21:05").getTime() - 7 * DAY), 4);
    // Places that a bank ends days later, in the morning, were taken all evening.
    const ago = (clock: string, days: number) => new Date(at(clock).getTime() - days * DAY);
    await book(db, before, ago("18:00", 7), 3, ago("09:30", 4));
    const ctx = await makeOperatorContext(makeContext(db));
    for (const _ of ["once", "again"]) await countFigures(ctx);
    const { course } = await showSiteFigures(ctx, {});
    // The tests' clock says 10:00.
    const value = (hour: number) => course.find((row) => row.hour === hour)?.taken;
    expect([value(8), value(9), value(10), value(11)]).toEqual([
      ...[
        [5, 2, null],
        [4, 2, null],
        [4, 2, null],
        [null, 2, null],
      ],
    ]);
    expect([value(20), value(21), value(22)]).toEqual([
      ...[
        [null, 5, null],
        [null, 9, null],
        [null, 9, null],
      ],
    ]);
  });

  dataTest("says where to look, and nothing where there is nothing to say", async ({ db }) => {
    await makeEvening(db, { city: "Lille", seats: 10, sold: 2 });
    await makeEvening(db, { city: "Lyon", seats: 10, sold: 8 });
    for (const [days, sold] of [
      [1, 4],
      [8, 9],
    ] as const) {
      const start = new Date(TONIGHT.getTime() - days * DAY);
      await makeEvening(db, { city: "Lyon", start, seats: 20, sold: 2 * sold });
      await makeEvening(db, { city: "Lille", start, seats: 10, sold });
    }
    const searches = [
      { day: "2026-11-19", visitors: 6, words: "bain sonore", town: "" },
      { day: "2026-11-19", visitors: 4, words: "massage prénatal", town: "Nantes" },
      { day: "2026-11-10", visitors: 3, words: "massage prénatal", town: "Nantes" },
      { day: "2026-11-19", visitors: 50, words: null, town: "Nantes" },
    ];
    await db
      .insert(missedSearches)
      .values(searches.map((one) => ({ ...one, key: String(one.words), nearest: "Rezé" })));
    const ctx = await makeOperatorContext(makeContext(db));
    await countFigures(ctx);
    const { hints, missed } = await showSiteFigures(ctx, {});
    expect(hints).toEqual([
      { kind: "free", town: "Lille", category: "Yoga", free: 8 },
      // Lille's evenings fell as much, but of too few places to tell.
      { kind: "less", town: "Lyon", points: 50 },
      { kind: "missed", town: "Nantes", words: "massage prénatal", visitors: 4 },
    ]);
    expect(missed).toEqual([
      { words: "bain sonore", town: "", nearest: "Rezé", visitors: [6, null, null] },
      { words: "massage prénatal", town: "Nantes", nearest: "Rezé", visitors: [4, 3, null] },
    ]);
    const { content } = await exportSiteFigures(ctx, { table: "recherches" });
    expect(content.split("\r\n")[2]).toBe("massage prénatal;Nantes;4;3;;Rezé");
    await db.delete(missedSearches);
    expect((await showSiteFigures(ctx, {})).hints).toHaveLength(2);
  });
});
