import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { professionalProfiles, profiles } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { HOUR } from "../durations.ts";
import { departmentsAround } from "../places/find-communes.server.ts";
import { inCityLabel } from "./labels.ts";
import { listLandings, listSitemapParts, listSitemapRange } from "./list-sitemap.server.ts";
import { keyOf, landingPath, slugOf } from "./rules.ts";
import type { SitemapEntry } from "./schema.ts";
import { showLanding, showLandings } from "./show-landing.server.ts";
import { SITEMAP_RANGE } from "./store.server.ts";

describe("addresses", () => {
  const names = ["Saint-Étienne", "L'Haÿ-les-Roses", "Art-thérapie", "Cœur", "  Yoga ! ", "Évry"];

  test("are lower case, without accents, with hyphens", () => {
    expect(names.map(slugOf)).toEqual([
      "saint-etienne",
      "l-hay-les-roses",
      "art-therapie",
      "coeur",
      "yoga",
      "evry",
    ]);
    expect(landingPath("Art-thérapie", "Saint-Étienne")).toBe(
      "/bien-etre/art-therapie/saint-etienne",
    );
  });

  dataTest("lead back to the keys of the database", async ({ db }) => {
    for (const name of names) {
      const { rows } = await db.execute<{ key: string }>(sql`select search_key(${name}) as key`);
      expect(keyOf(slugOf(name))).toBe(rows[0]?.key);
    }
  });

  test("are said as French says where", () => {
    expect(["Lyon", "Le Havre", "Les Ulis", "La Rochelle", "Lens"].map(inCityLabel)).toEqual([
      ...["à Lyon", "au Havre", "aux Ulis", "à La Rochelle", "à Lens"],
    ]);
  });

  test("know which département is near", () => {
    expect(departmentsAround("69003").slice(0, 3)).toEqual(["69", "42", "01"]);
    expect(departmentsAround("97400")[0]).toBe("974");
    expect(departmentsAround("99000")).toEqual([]);
    expect(departmentsAround("")).toEqual([]);
  });
});

describe("a landing page", () => {
  dataTest("tells what can be booked, and where else", async ({ db }) => {
    const ctx = makeContext(db);
    const professional = await makeProfessional(db);
    const make = async (
      fields: Parameters<typeof makeSession>[1],
      hours: number,
    ): Promise<{ id: string }> => {
      const session = await makeSession(db, fields);
      await makeSlot(db, { session, start: new Date(NOW.getTime() + hours * HOUR) });
      return session;
    };
    const later = await make({ professional, priceCents: 2_000 }, 30);
    const sooner = await make({ professional, priceCents: 3_000, discountedPriceCents: 1_800 }, 5);
    await make({ city: "Brest", postalCode: "29200" }, 2);
    await make({ city: "Saint-Étienne", postalCode: "42000" }, 3);
    await make({ category: "Massage" }, 4);
    await make({ category: "Reiki", city: "Brest", postalCode: "29200" }, 4);

    const lyon = await showLanding(ctx, { activity: "yoga", city: "lyon" });
    expect(lyon.sessions.map(({ id }) => id)).toEqual([sooner.id, later.id]);
    expect(lyon).toMatchObject({
      activity: { name: "Yoga", path: "/bien-etre/yoga" },
      city: { name: "Lyon", path: "/bien-etre/yoga/lyon" },
      figures: {
        sessions: 2,
        hasMore: false,
        practitioners: 1,
        fromCents: 1_800,
        nextAt: new Date(NOW.getTime() + 5 * HOUR),
      },
      cities: [
        { name: "Saint-Étienne", path: "/bien-etre/yoga/saint-etienne" },
        { name: "Brest", path: "/bien-etre/yoga/brest" },
      ],
      activities: [{ name: "Massage", path: "/bien-etre/massage/lyon" }],
    });

    const yoga = await showLanding(ctx, { activity: "yoga" });
    expect(yoga).toMatchObject({ city: null, figures: { sessions: 4, practitioners: 3 } });
    expect(yoga.cities.map(({ name }) => name)).toEqual(["Lyon", "Brest", "Saint-Étienne"]);
    expect(yoga.activities.map(({ name }) => name)).toEqual(["Massage", "Reiki"]);

    const nothing = await showLanding(ctx, { activity: "reiki", city: "lyon" });
    expect(nothing.sessions).toEqual([]);
    expect(nothing.figures).toMatchObject({ sessions: 0, fromCents: null, nextAt: null });
    expect(nothing.cities).toEqual([{ name: "Brest", path: "/bien-etre/reiki/brest" }]);

    for (const asked of [
      { activity: "plongee" },
      { activity: "yoga", city: "nulle-part" },
      { activity: "Yoga" },
      {},
    ]) {
      await expect(showLanding(ctx, asked)).rejects.toMatchObject({ code: "not_found" });
    }

    expect((await showLandings(ctx)).map(({ name, cities }) => [name, cities.length])).toEqual([
      ["Massage", 1],
      ["Reiki", 1],
      ["Yoga", 3],
    ]);
    expect((await listLandings(ctx, { activity: "yoga" })).map(({ path }) => path)).toEqual([
      "/bien-etre/yoga",
      "/bien-etre/yoga/brest",
      "/bien-etre/yoga/lyon",
      "/bien-etre/yoga/saint-etienne",
    ]);
    expect(await listLandings(ctx, { activity: "plongee" })).toEqual([]);
  });
});

dataTest(
  "a landing page knows its neighbours though some offers name no postcode",
  async ({ db }) => {
    const ctx = makeContext(db);
    for (const [city, postalCode] of [
      ["Lyon", null],
      ["Lyon", "69003"],
      ["Brest", "29200"],
    ] as const) {
      await makeSlot(db, { session: await makeSession(db, { city, postalCode }) });
    }
    const { cities } = await showLanding(ctx, { activity: "yoga", city: "lyon" });
    expect(cities.map(({ name }) => name)).toEqual(["Brest"]);
  },
);

describe("the sitemap", () => {
  const all = async (entries: AsyncGenerator<SitemapEntry[]>) =>
    (await Array.fromAsync(entries)).flat();

  dataTest("lists who has an account, and what can be booked", async ({ db }) => {
    const ctx = makeContext(db);
    const shown = await makeProfessional(db);
    const bookable = await makeSession(db, { professional: shown });
    await makeSlot(db, { session: bookable });
    await makeSession(db, { professional: shown });
    const gone = await makeProfessional(db);
    await db.update(profiles).set({ accountStatus: "deleted" }).where(sql`id = ${gone.userId}`);
    const changedAt = new Date("2026-11-02T08:00:00Z");
    await db.update(professionalProfiles).set({ updatedAt: changedAt });

    const { activities, ranges } = await listSitemapParts(ctx);
    expect(activities).toEqual([{ name: "Yoga", formerNames: [] }]);
    expect(ranges.map(({ kind }) => kind)).toEqual(["praticiens", "sessions"]);
    const [practitioners, sessions] = await Promise.all(
      ranges.map((part) => all(listSitemapRange(ctx, part))),
    );
    expect(practitioners).toEqual([{ path: `/praticiens/${shown.id}`, changedAt }]);
    expect(sessions).toEqual([{ path: `/session/${bookable.id}`, changedAt: bookable.updatedAt }]);
    const anywhere = { kind: "sessions", from: newId() };
    expect(await all(listSitemapRange(ctx, anywhere))).toEqual([]);
    await expect(all(listSitemapRange(ctx, { kind: "sessions", from: "1" }))).rejects.toMatchObject(
      { code: "invalid_input" },
    );
  });

  dataTest("goes on in parts that leave nothing out and list nothing twice", async ({ db }) => {
    contradict(db, "I13");
    const ctx = makeContext(db);
    const first = await makeSession(db);
    const total = SITEMAP_RANGE + 2;
    const start = new Date(NOW.getTime() + HOUR);
    await db.execute(sql`
      insert into offerings (id, kind, professional_id, title, description, price_cents, duration, city,
        activity_type_id)
      select ('019f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'session', ${first.professionalId},
        'x', 'x', 2000, 60, 'Lyon', ${first.activityTypeId}
      from generate_series(2, ${total}) n`);
    await db.execute(sql`
      insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select id, id, ${start}::timestamptz, ${start}::timestamptz + interval '1 hour', 1, 1
      from offerings`);
    await db.execute(sql`
      insert into listings (offering_id, no, professional_id, marks, card)
      select id, number_of(id::text), professional_id, '{}', '{}' from offerings`);
    await db.execute(sql`
      insert into listed_slots (slot_id, valid_from, valid_until, listing_no, professional_id,
        starts_at, closes_at, cents, seats, minutes, city, type, rating, flags, cut_day, signature)
      select id, '-infinity', 'infinity', number_of(id::text), ${first.professionalId}, ${start},
        ${start}, 2000, 1, 60, 0, 0, 0, 0, 0, repeat('0', 256)::bit(256) from slots`);
    const { ranges } = await listSitemapParts(ctx);
    const parts = ranges.filter(({ kind }) => kind === "sessions");
    const lists = await Promise.all(parts.map((part) => all(listSitemapRange(ctx, part))));
    expect(lists.map((list) => list.length)).toEqual([SITEMAP_RANGE, 2]);
    expect(new Set(lists.flat().map(({ path }) => path)).size).toBe(total);
  });
});
