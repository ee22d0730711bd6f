import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#core/durations.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest, makeDatabase } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { listen } from "../../bench/statements.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { listOfferings } from "./offering-list/list-offerings.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
type SessionFields = Parameters<typeof makeSession>[1];

/** A session with one slot in so many hours; answers the session's id. */
async function offer(db: Database, hours: number, fields: SessionFields = {}): Promise<string> {
  const session = await makeSession(db, fields);
  await makeSlot(db, { session, start: inHours(hours) });
  return session.id;
}

describe("one catalogue, many searches", () => {
  let db: Database;
  let close: () => Promise<void>;
  let lune: { id: string };
  const names = new Map<string, string>();
  const make = async (name: string, hours: number, fields: SessionFields) => {
    names.set(await offer(db, hours, fields), name);
  };

  beforeAll(async () => {
    ({ db, close } = await makeDatabase());
    lune = await makeProfessional(db, { businessName: "Atelier de la Lune", rating: 4.9 });
    const morel = await makeProfessional(db, { businessName: "Cabinet Morel", rating: 4.2 });
    const basile = await makeProfessional(db, { businessName: "Maison Basile", rating: 3.8 });
    await make("hatha", 5, {
      professional: morel,
      title: "Hatha doux du matin",
      category: "Yoga",
      description: "Des postures tenues, le souffle qui ralentit.",
      priceCents: 1_999,
      city: "Lyon",
      postalCode: "69003",
    });
    await make("suedois", 30, {
      professional: lune,
      title: "Massage suédois",
      category: "Massage",
      description: "Dénoue les épaules après une journée assise.",
      priceCents: 6_000,
      city: "Saint-Étienne",
      postalCode: "42000",
    });
    await make("conscience", 80, {
      professional: basile,
      title: "Méditer en pleine conscience",
      category: "Méditation",
      description: "Pour celles et ceux que le yoga ennuie.",
      priceCents: 5_000,
      discountedPriceCents: 2_000,
      city: "Lyon",
      postalCode: "69007",
    });
    await make("energie", 50, {
      professional: lune,
      title: "Séance d'énergie",
      category: "Reiki",
      description: "Mains posées, lumière basse, 100 % silence.",
      priceCents: 4_000,
      isOnline: true,
      city: null,
      postalCode: null,
      address: null,
    });
    await make("coeur", 72, {
      professional: morel,
      title: "Cohérence cardiaque, le cœur léger",
      category: "Sophrologie",
      description: "Trois respirations profondes par jour.",
      priceCents: 0,
      city: "L'Haÿ-les-Roses",
      postalCode: "94240",
    });
  });
  afterAll(() => close());

  /** The names of the sessions found, in order. */
  async function found(query: Record<string, unknown>): Promise<(string | undefined)[]> {
    const { sessions } = await searchSessions(makeContext(db), query);
    return sessions.map(({ id }) => names.get(id));
  }
  const everything = ["hatha", "suedois", "energie", "coeur", "conscience"];

  test("without wishes everything is there, the soonest first", async () => {
    expect(await found({})).toEqual(everything);
  });

  describe("words", () => {
    test("are found in title, description, activity type and business name", async () => {
      expect(await found({ q: "hatha" })).toEqual(["hatha"]);
      expect(await found({ q: "épaules" })).toEqual(["suedois"]);
      expect(await found({ q: "reiki" })).toEqual(["energie"]);
      expect(await found({ q: "lune" })).toEqual(["suedois", "energie"]);
    });

    test("ignore case and accents, typed composed or decomposed", async () => {
      for (const q of ["MEDITER", "méditer", "me\u0301diter", "MÉDITER"]) {
        expect(await found({ q })).toEqual(["conscience"]);
      }
      for (const q of ["cœur", "coeur", "COEUR"]) expect(await found({ q })).toEqual(["coeur"]);
    });

    test("are found by their French stem", async () => {
      expect(await found({ q: "massages" })).toEqual(["suedois"]);
      expect(await found({ q: "respiration" })).toEqual(["coeur"]);
      expect(await found({ q: "posture" })).toEqual(["hatha"]);
      expect(await found({ q: "méditation" })).toEqual(["conscience"]);
    });

    test("must all be there, wherever each of them stands", async () => {
      expect(await found({ q: "lune épaules" })).toEqual(["suedois"]);
      expect(await found({ q: "massage conscience" })).toEqual([]);
      expect(await found({ q: "le massage de la lune" })).toEqual(["suedois"]);
      expect(await found({ q: "massage à la lune" })).toEqual(["suedois"]);
      expect(await found({ q: "les méditations" })).toEqual(["conscience"]);
    });

    test("in the title come before words in the description, then the soonest", async () => {
      expect(await found({ q: "yoga" })).toEqual(["hatha", "conscience"]);
      const later = await offer(db, 100, { title: "Yoga tardif", category: "Pilates" });
      names.set(later, "tardif");
      expect(await found({ q: "yoga" })).toEqual(["hatha", "tardif", "conscience"]);
      expect(await found({ q: "yoga", sort: "date" })).toEqual(["hatha", "conscience", "tardif"]);
      await db.execute(sql`delete from offerings where id = ${later}`);
    });

    test.each([
      ["masage", ["suedois"]],
      ["massagge", ["suedois"]],
      ["msasage", ["suedois"]],
      ["massqge", ["suedois"]],
      ["epauels", ["suedois"]],
      ["sophrologei", ["coeur"]],
      ["sofrologie", ["coeur"]],
    ])("forgive one slip: « %s »", async (q, names) => {
      expect(await found({ q })).toEqual(names);
    });

    test("forgive none in words under five letters, nor two slips", async () => {
      expect(await found({ q: "yuga" })).toEqual([]);
      expect(await found({ q: "msasge" })).toEqual([]);
    });

    test.each([
      ["sophro", ["coeur"]],
      ["hat", ["hatha"]],
      ["ha", []],
      ["médit", ["conscience"]],
      ["massage sué", ["suedois"]],
    ])("may be beginnings of words: « %s »", async (q, names) => {
      expect(await found({ q })).toEqual(names);
    });

    test.each(["en ligne", "EN  LIGNE", "reiki en ligne", "à distance", "séance en visio"])(
      "may say that it is to be online: « %s »",
      async (q) => {
        expect(await found({ q })).toEqual(["energie"]);
      },
    );

    test("that ask for nothing leave everything; what cannot be found finds nothing", async () => {
      for (const q of ["le de la", "\u202e"]) expect(await found({ q })).toEqual(everything);
      for (const q of ["%", "_", "\\", "%%%", "'", '"', "*", "🧘", "يوغا", "; drop table"]) {
        expect(await found({ q })).toEqual([]);
      }
      expect(await found({ q: "100 %" })).toEqual(["energie"]);
    });

    test("may hold anything: NUL, halves of characters, a megabyte", async () => {
      expect(await found({ q: "ha\0tha" })).toEqual(["hatha"]);
      expect(await found({ q: "hatha \ud800" })).toEqual(["hatha"]);
      for (const location of ["\0", "\ud83d", "%00"]) {
        expect(await found({ location, q: "introuvable" })).toEqual([]);
      }
      // Nobody types that much: its beginning is looked for.
      expect(await found({ q: "x".repeat(1_000_000) })).toEqual([]);
    });
  });

  describe("places", () => {
    test.each([
      ["lyon", ["hatha", "conscience"]],
      ["LYO", ["hatha", "conscience"]],
      ["saint-étienne", ["suedois"]],
      ["St-Étienne", ["suedois"]],
      ["etienne", ["suedois"]],
      ["ienne", []],
      ["hay les roses", ["coeur"]],
      ["roses", ["coeur"]],
      ["69", ["hatha", "conscience"]],
      ["69003", ["hatha"]],
      ["6900", ["hatha", "conscience"]],
      ["9003", []],
      ["69003 Lyon", ["hatha"]],
      ["Lyon 3e", ["hatha"]],
      ["lyon 7", ["conscience"]],
      ["Lyon 1er", []],
      ["7e arrondissement Lyon", ["conscience"]],
      ["Rhône", ["hatha", "conscience"]],
      ["auvergne rhone alpes", ["hatha", "suedois", "conscience"]],
      ["Île-de-France", ["coeur"]],
      ["Bretagne", []],
      ["en ligne", ["energie"]],
      ["Visio", ["energie"]],
      ["Lyno", []],
      ["saint etiene", ["suedois"]],
      ["Saint-Éteinne", ["suedois"]],
      ["Brest", []],
      ["%", []],
    ])("« %s » finds %j", async (location, names) => {
      expect(await found({ location })).toEqual(names);
    });

    test("narrow words", async () => {
      expect(await found({ q: "yoga", location: "lyon" })).toEqual(["hatha", "conscience"]);
      expect(await found({ q: "yoga", location: "69007" })).toEqual(["conscience"]);
      expect(await found({ q: "yoga", location: "etienne" })).toEqual([]);
    });
  });

  test("a category is the activity type's name, whatever its case and accents", async () => {
    expect(await found({ category: "Méditation" })).toEqual(["conscience"]);
    expect(await found({ category: "meditation" })).toEqual(["conscience"]);
    expect(await found({ category: "Plongée" })).toEqual([]);
    expect(await found({ category: "Yoga", location: "Lyon" })).toEqual(["hatha"]);
    expect(await found({ category: "Massage", q: "yoga" })).toEqual([]);
  });

  test("a category is named as it is written", async () => {
    const category = async (query: object) =>
      (await searchSessions(makeContext(db), query)).category;
    expect(await category({ category: "meditation" })).toBe("Méditation");
    expect(await category({ category: "meditation", location: "Brest" })).toBeNull();
    expect(await category({ q: "yoga" })).toBeNull();
  });

  test("a practitioner's sessions, with their name", async () => {
    expect(await found({ professional: lune.id })).toEqual(["suedois", "energie"]);
    expect(await found({ professional: lune.id, q: "massage" })).toEqual(["suedois"]);
    const result = await searchSessions(makeContext(db), { professional: lune.id });
    expect(result.professionalName).toBe("Atelier de la Lune");
    expect(await found({ professional: "" })).toEqual(everything);
    expect(await found({ professional: "nobody" })).toEqual([]);
  });

  test.each([
    ["lyon", "Lyon"],
    ["Marseile", "Marseille"],
    ["69003", "Lyon (69003)"],
    ["saint-et", "Saint-Étienne"],
    ["69", "Lyon (69)"],
    ["", null],
  ])("the place that « %s » means is named as people there write it", async (location, place) => {
    expect((await searchSessions(makeContext(db), { location })).place).toBe(place);
  });

  test("price bands take the price that the client pays, lower bound included", async () => {
    expect(await found({ price: "0-20" })).toEqual(["hatha", "coeur"]);
    expect(await found({ price: "20-40" })).toEqual(["conscience"]);
    expect(await found({ price: "40-60" })).toEqual(["energie"]);
    expect(await found({ price: "60+" })).toEqual(["suedois"]);
    expect(await found({ price: "60 " })).toEqual(["suedois"]);
  });

  test("last minute is up to 72 hours, the last one included; nothing is near without a place", async () => {
    expect(await found({ filter: "last-minute" })).toEqual([
      "hatha",
      "suedois",
      "energie",
      "coeur",
    ]);
    expect(await found({ filter: "nearby" })).toEqual(everything);
  });

  test("sorts", async () => {
    expect(await found({ sort: "price_asc" })).toEqual([
      "coeur",
      "hatha",
      "conscience",
      "energie",
      "suedois",
    ]);
    expect(await found({ sort: "price_desc" })).toEqual([
      "suedois",
      "energie",
      "conscience",
      "hatha",
      "coeur",
    ]);
    expect(await found({ sort: "rating" })).toEqual([
      "suedois",
      "energie",
      "hatha",
      "coeur",
      "conscience",
    ]);
    expect(await found({ sort: "date" })).toEqual(everything);
    expect(await found({ sort: "price_asc", q: "yoga" })).toEqual(["hatha", "conscience"]);
    expect(await found({ sort: "rating", location: "lyon", price: "20-40" })).toEqual([
      "conscience",
    ]);
  });

  test("a card says what is true now", async () => {
    const { sessions } = await searchSessions(makeContext(db), { q: "conscience" });
    expect(sessions).toEqual([
      {
        id: expect.any(String),
        title: "Méditer en pleine conscience",
        category: "Méditation",
        priceCents: 5_000,
        discountedPriceCents: 2_000,
        duration: 60,
        capacity: 8,
        city: "Lyon",
        isOnline: false,
        imageUrl: null,
        professional: {
          id: expect.any(String),
          businessName: "Maison Basile",
          rating: 3.8,
          totalReviews: 0,
          isVerified: false,
        },
        nextSlot: { id: expect.any(String), start: inHours(80), availableSpots: 6 },
        // Nobody knows for how long it was 50 €.
        price: { nowCents: 2_000, struckCents: null, isLastMinutePrice: true, next: null },
      },
    ]);
  });

  describe("an empty result shows ways out, each of which finds something", () => {
    async function otherSearches(query: Record<string, unknown>) {
      const { sessions, otherSearches } = await searchSessions(makeContext(db), query);
      expect(sessions).toEqual([]);
      const { wider, meant, elsewhere } = otherSearches;
      const ways = [...wider, ...(meant ? [meant] : []), ...elsewhere];
      for (const way of ways) {
        const found = await searchSessions(makeContext(db), way.query);
        expect(found).toMatchObject({ count: way.count, hasMore: false });
        expect(found.sessions.map(({ nextSlot }) => nextSlot?.start)).toContainEqual(way.start);
      }
      return ways.map(({ query, without, count }) => [query.location, without.join(), count]);
    }

    test("later than in 72 hours, at any price", async () => {
      expect(await otherSearches({ filter: "last-minute", q: "pleine conscience" })).toEqual([
        ["", "filter", 1],
        ["", "q", 4],
      ]);
      expect(await otherSearches({ location: "lyon", price: "60+" })).toEqual([
        ["lyon", "price", 2],
        ["Saint-Étienne", "", 1],
      ]);
      const both = { filter: "last-minute", price: "60+", category: "Méditation" };
      expect(await otherSearches(both)).toEqual([
        ["", "filter,price", 1],
        ["", "category", 1],
      ]);
    });

    test("at another hour, with fewer seats, in another way", async () => {
      expect(await otherSearches({ q: "pleine conscience", date: "today", from: "20:00" })).toEqual(
        [["", "date", 1]],
      );
      const far = { q: "hatha", seats: "6", mode: "online" };
      expect(await otherSearches(far)).toEqual([
        ["", "mode", 1],
        ["", "q", 1],
      ]);
    });

    test("counted together where the words are rare", async () => {
      const words = { q: "pleine conscience" };
      const late = { ...words, filter: "last-minute", price: "60+" };
      expect(await otherSearches(late)).toEqual([
        ["", "filter,price", 1],
        ["", "q", 1],
      ]);
      expect(await otherSearches({ ...words, filter: "last-minute", seats: "6" })).toEqual([
        ["", "filter", 1],
        ["", "q", 4],
      ]);
      const evening = { ...words, date: "today", from: "20:00", mode: "onsite" };
      expect(await otherSearches(evening)).toEqual([["", "date", 1]]);
      const sent = await listen(() => searchSessions(makeContext(db), late));
      expect(sent.filter(({ text }) => text.includes("start_2"))).toHaveLength(1);
    });

    test("in other cities with the same wish, at another time and price if need be", async () => {
      expect(await otherSearches({ q: "massage", location: "lyon" })).toEqual([
        ["lyon", "q", 2],
        ["Saint-Étienne", "", 1],
      ]);
      expect(
        await otherSearches({ category: "Massage", location: "Brest", price: "20-40" }),
      ).toEqual([["Saint-Étienne", "price", 1]]);
      const asked = { filter: "last-minute", price: "60+" };
      expect(await otherSearches({ ...asked, category: "Méditation", location: "Lyon" })).toEqual([
        ["Lyon", "filter,price", 1],
      ]);
    });

    test("in the whole city for who asked for a postcode", async () => {
      expect(await otherSearches({ category: "Yoga", location: "69007" })).toEqual([
        ["69007", "category", 1],
        ["Lyon", "", 1],
      ]);
    });

    test("with other professionals", async () => {
      expect(await otherSearches({ professional: lune.id, category: "Yoga" })).toEqual([
        ["", "professional", 1],
        ["", "category", 2],
      ]);
    });

    test("in the city that was meant first, when a short name has a slip", async () => {
      expect(await otherSearches({ location: "lion" })).toEqual([
        ["Lyon", "", 2],
        ["Saint-Étienne", "", 1],
        ["L'Haÿ-les-Roses", "", 1],
      ]);
      expect(await otherSearches({ location: "lion", category: "Méditation" })).toEqual([
        ["Lyon", "", 1],
      ]);
    });

    test.each([
      [{ location: "lyon", price: "60+" }, 1, 14],
      [{ filter: "last-minute", category: "Massage", location: "Brest", q: "le" }, 1, 14],
      // The second time it is the place that was probably meant.
      [{ location: "lion", category: "Méditation" }, 2, 14],
      // The second time the place is looked for among the titles' words.
      [{ q: "massage saint étienne", price: "0-20" }, 2, 19],
    ])("and what was typed is read once: %j", async (query, times, most) => {
      const sent = await listen(() => searchSessions(makeContext(db), query));
      expect(sent.filter(({ text }) => text.includes("search_words("))).toHaveLength(times);
      expect(sent.length).toBeLessThanOrEqual(most);
    });

    test("in the nearest town, at another time or by the words alone, where nothing is close by", async () => {
      const far = { q: "pleine conscience", place: "Quimper" };
      expect(await otherSearches(far)).toEqual([["Lyon", "", 1]]);
      expect(await otherSearches({ ...far, date: "2031-01-01" })).toEqual([["Lyon", "date", 1]]);
      const alone = { ...far, date: "2031-01-01", price: "60+", seats: "6", mode: "online" };
      expect(await otherSearches(alone)).toEqual([["", "place,date,price,seats,mode", 1]]);
      expect(
        await otherSearches({ q: "pleine conscience", filter: "nearby", location: "Quimper" }),
      ).toEqual([["Lyon", "", 1]]);
    });

    test("without the words that nothing has, and then not without the others", async () => {
      expect(await otherSearches({ q: "pleine xyzzy conscience" })).toEqual([["", "unknown", 1]]);
      const { otherSearches: ways } = await searchSessions(makeContext(db), {
        q: "conscience xyzzyx",
      });
      expect(ways.wider.map(({ query }) => query.q)).toEqual(["conscience"]);
      // In a text that says nothing to anybody they are not all looked for.
      expect(await otherSearches({ q: "conscience xyzzya xyzzyb xyzzyc" })).toEqual([["", "q", 5]]);
    });

    test("unless there is none", async () => {
      expect(
        await otherSearches({ q: "introuvable", location: "Brest", filter: "nearby" }),
      ).toEqual([]);
    });
  });
});

describe("around a place (rule: coarse-place)", () => {
  const PLACES = {
    presquile: { city: "Lyon", postalCode: "69002" },
    croixRousse: { city: "Lyon", postalCode: "69004" },
    villeurbanne: { city: "Villeurbanne", postalCode: "69100" },
    vienne: { city: "Vienne", postalCode: "38200" },
    paris: { city: "Paris", postalCode: "75011" },
    unknown: { city: "Atlantis", postalCode: null },
  };
  let db: Database;
  let close: () => Promise<void>;
  const names = new Map<string, string>();
  beforeAll(async () => {
    ({ db, close } = await makeDatabase());
    let hour = 1;
    // The farther, the sooner, so that the two orders differ.
    for (const [name, place] of Object.entries(PLACES).reverse()) {
      names.set(
        await offer(db, hour++, { title: `Yoga ${name}`, priceCents: 2_000 + hour, ...place }),
        name,
      );
    }
    names.set(await offer(db, 1, { title: "Yoga", isOnline: true, city: "Lyon" }), "online");
  });
  afterAll(() => close());
  const search = (query: object) => searchSessions(makeContext(db), query);
  const found = async (query: object) =>
    (await search(query)).sessions.map(({ id }) => names.get(id));
  const LYON = ["presquile", "croixRousse", "villeurbanne"];

  test.for([
    { place: "69002" },
    { place: "lyon 2e" },
    { near: "45.75,4.83" },
    { near: " 45.7501, 4.8302 ", radius: "10" },
    { filter: "nearby", location: "Lyon 2" },
    { filter: "nearby", place: "Lyon 2e" },
    { near: "45.75,4.83", place: "69002" },
    { near: "48.86,2.38", place: "69002" },
    // Neither is a radius.
    { near: "45.75,4.83", radius: "51" },
    { near: "45.75,4.83", radius: "abc" },
  ])("the nearest comes first, within ten kilometres: %j", async (query) => {
    expect(await found(query)).toEqual(LYON);
  });

  test("what is online is in no place, and is offered anywhere instead", async () => {
    for (const where of [{ location: "Lyon" }, { location: "69" }, { place: "Lyon" }]) {
      const { sessions, otherSearches } = await search({ ...where, mode: "online" });
      expect(sessions).toEqual([]);
      expect(otherSearches.wider.map(({ without }) => without)).toEqual([["mode"]]);
      expect(otherSearches.elsewhere).toEqual([]);
    }
    expect(await found({ mode: "online" })).toEqual(["online"]);
  });

  test("as far as is asked for, in any order, with any other condition", async () => {
    const near = "45.75,4.83";
    expect(await found({ near, radius: 2 })).toEqual(["presquile"]);
    expect(await found({ near, radius: "25" })).toEqual(LYON);
    expect(await found({ near, radius: 50 })).toEqual([...LYON, "vienne"]);
    expect(await found({ near, sort: "date" })).toEqual(LYON.toReversed());
    expect(await found({ near, sort: "price_asc" })).toEqual(LYON.toReversed());
    expect(await found({ near, sort: "price_desc" })).toEqual(LYON);
    expect(await found({ near, q: "croixrousse" })).toEqual(["croixRousse"]);
    expect(await found({ near, q: "yoga", category: "Yoga" })).toEqual(LYON);
    expect(await found({ near, q: "introuvable" })).toEqual([]);
    expect(await found({ near: "48.86,2.38", radius: 2 })).toEqual(["paris"]);
  });

  test("a city that is typed beside it counts instead", async () => {
    expect(await found({ place: "Lyon", radius: 50, location: "Vienne" })).toEqual(["vienne"]);
    expect(await found({ place: "Lyon", filter: "nearby", location: "Vienne" })).toEqual([
      "vienne",
    ]);
  });

  test("says how far each is, from the middle of its square kilometre", async () => {
    const { sessions, distances, around } = await search({ near: "45.75,4.83" });
    expect(around).toMatchObject({ name: null, radius: 10 });
    const kilometres = sessions.map(({ id }) => distances[id] ?? -1);
    expect(kilometres).toEqual(kilometres.toSorted((one, other) => one - other));
    expect(kilometres[0]).toBeLessThan(1);
    expect(kilometres[2]).toBeCloseTo(3.9, 0);
    expect((await search({ place: "Villeurbane" })).around?.name).toBe("Villeurbanne");
    expect((await search({ place: "Villeurb" })).around).toBeNull();
    expect((await search({ location: "Lyon" })).distances).toEqual({});
  });

  dataTest("goes by the door of a public address, and by the square of another", async ({ db }) => {
    const around = { near: "45.75,4.83", radius: 10 };
    // The first two are in one square: its middle is 1.8 km away, that of the third one's 2.8.
    const pins = {
      corner: { pin: "45.76990,4.81750", isAddressPublic: true },
      hidden: { pin: "45.76990,4.81750" },
      beyond: { pin: "45.77080,4.82880", isAddressPublic: true },
    };
    const made = new Map<string, string>();
    let hour = 1;
    for (const [name, place] of Object.entries(pins)) {
      const lyon = { city: "Lyon", postalCode: "69001" };
      made.set(await offer(db, hour++, { title: `Yoga ${name}`, ...lyon, ...place }), name);
    }
    const visitor = makeContext(db);
    const { sessions, distances } = await searchSessions(visitor, around);
    const shown = sessions.map(({ id }) => distances[id] ?? -1);
    expect(sessions.map(({ id }) => made.get(id))).toEqual(["hidden", "beyond", "corner"]);
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
    const listed: (string | undefined)[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const asked = { ...around, limit: 1, ...(cursor && { cursor }) };
      const page = await listOfferings(visitor, "session", asked);
      listed.push(...page.offerings.map(({ id }) => made.get(id)));
      cursor = page.nextCursor;
    }
    expect(listed).toEqual(["hidden", "beyond", "corner"]);
  });

  test("a place that is not clear asks which one, and is refused to programs", async () => {
    expect(await search({ place: "neuilly" })).toMatchObject({
      ...{ sessions: [], around: null },
      unclear: ["Neuilly-sur-Seine", "Neuilly-sur-Marne", "Neuilly-Plaisance"],
    });
    for (const [where, message] of [
      [{ place: "neuilly" }, /^Quel endroit \? Neuilly-sur-Seine, .* ou Neuilly-Plaisance$/],
      [{ place: "Zzyzx" }, /^Ce lieu n'est pas connu$/],
      [{ place: "Genève" }, /^Ce lieu n'est pas connu$/],
    ] as const) {
      await expect(listOfferings(makeContext(db), "session", where)).rejects.toMatchObject({
        ...{ code: "invalid_input", fields: { place: [expect.stringMatching(message)] } },
      });
    }
    for (const sort of ["distance", "date"]) {
      const asked = listOfferings(makeContext(db), "session", { place: "Rhône", sort });
      if (sort === "date") expect((await asked).offerings.length).toBeGreaterThan(0);
      else await expect(asked).rejects.toMatchObject({ fields: { sort: [expect.any(String)] } });
    }
  });

  test("the nearest is named with its distance, however far it is", async () => {
    for (const where of [
      { place: "Bourg-en-Bresse" },
      { near: "46.20,5.22" },
      { place: "Brest" },
      { place: "Corse" },
      { location: "Finistère" },
    ]) {
      const { elsewhere, wider } = (await search({ ...where, q: "yoga" })).otherSearches;
      expect(wider.filter(({ without }) => without.includes("radius"))).toEqual([]);
      const far = elsewhere.map(({ kilometres }) => kilometres ?? 0);
      expect(elsewhere.length).toBeGreaterThan(0);
      expect(far[0]).toBeGreaterThan(50);
      expect(far).toEqual(far.toSorted((one, other) => one - other));
    }
  });

  test("what is not known has nothing near", async () => {
    for (const where of [{ place: "Zzyzx" }, { near: "0,0" }]) {
      expect(await search(where)).toMatchObject({ sessions: [], count: 0 });
    }
    expect((await search({ place: "Zzyzx" })).around).toBeNull();
    for (const where of [{ place: "  " }, { near: "95,200" }, { near: "Lyon" }]) {
      expect((await search(where)).count).toBe(7);
    }
  });

  test("an empty list leads as far as is needed, and to other cities, the nearest first", async () => {
    const { otherSearches } = await search({ place: "Vienne", radius: 2, q: "presquile" });
    expect(otherSearches.wider[0]).toMatchObject({
      ...{ query: { place: "Vienne", radius: 50 }, without: ["radius"], count: 1 },
    });
    const { otherSearches: elsewhere } = await search({
      location: "Vienne",
      q: "yoga",
      price: "60+",
    });
    expect(elsewhere.elsewhere.map(({ query }) => query.location).slice(0, 2)).toEqual([
      "Lyon",
      "Villeurbanne",
    ]);
  });

  test("is listed by cursors for programs", async () => {
    const ids: (string | undefined)[] = [];
    let cursor: string | null | undefined;
    do {
      const asked = { near: "45.75,4.83", radius: 50, limit: 1, ...(cursor && { cursor }) };
      const page = await listOfferings(makeContext(db), "session", asked);
      ids.push(...page.offerings.map(({ id }) => names.get(id)));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual([...LYON, "vienne"]);
    for (const twice of [{ near: "45.75,4.83" }, { location: "Lyon" }]) {
      await expect(
        listOfferings(makeContext(db), "session", { place: "Lyon", ...twice }),
      ).rejects.toMatchObject({ fields: { place: [expect.any(String)] } });
    }
  });

  test("each row says how far it is, by distance also when that is asked for", async () => {
    const asked = { place: "69002", radius: 50, sort: "distance" };
    const { offerings } = await listOfferings(makeContext(db), "session", asked);
    const kilometres = offerings.map((row) => row.kilometres ?? -1);
    expect(offerings.map(({ id }) => names.get(id))).toEqual([...LYON, "vienne"]);
    expect(kilometres).toEqual(kilometres.toSorted((one, other) => one - other));
    expect(kilometres[3]).toBeCloseTo(27, -1);
    const anywhere = await listOfferings(makeContext(db), "session", { sort: "date" });
    expect(anywhere.offerings.map((row) => row.kilometres)).toEqual(Array(7).fill(null));
  });
});

describe("conditions among the words (rule: one-field)", () => {
  dataTest("narrow the list, until they are given back", async ({ db }) => {
    const lyon = { city: "Lyon", postalCode: "69003" };
    const soon = await offer(db, 3, { title: "Yoga doux", ...lyon });
    const later = await offer(db, 30, { title: "Yoga lent", ...lyon });
    const far = await offer(db, 3, { title: "Yoga marin", city: "Brest", postalCode: "29200" });
    const find = async (query: object) => {
      const found = await searchSessions(makeContext(db), query);
      return { ...found, ids: found.sessions.map(({ id }) => id) };
    };
    for (const q of ["yoga lyon", "yoga  à  LYON", "Lyon yoga", "yoga 69003"]) {
      const { ids, query, asTyped, around } = await find({ q });
      expect(ids).toEqual([soon, later]);
      expect([query.q, around?.name]).toEqual(["yoga", expect.stringContaining("Lyon")]);
      const given = await find(asTyped ?? {});
      expect([given.query.q, given.query.place, given.asTyped]).toEqual([q, undefined, null]);
    }
    expect((await find({ q: "yoga demain lyon" })).ids).toEqual([later]);
    // Whatever was chosen before, and not what was typed into « Où ? ».
    expect((await find({ q: "yoga demain", date: "today", place: "Brest" })).ids).toEqual([]);
    expect((await find({ q: "yoga lyon", place: "Brest", date: "today" })).ids).toEqual([soon]);
    expect((await find({ q: "yoga lyon", location: "Brest" })).ids).toEqual([]);
    expect((await find({ q: "yoga brest", radius: 2 })).ids).toEqual([far]);
    const { ids, query, asTyped } = await find({ q: "yoga brest pour deux" });
    expect([ids, query.seats]).toEqual([[far], 2]);
    const given = (await find(asTyped ?? {})).query;
    expect([given.q, given.seats]).toEqual(["yoga brest pour deux", undefined]);
  });

  dataTest("are words again when nothing is found and a title has them", async ({ db }) => {
    const barre = await offer(db, 3, { title: "Pilates à la barre, jambes et posture" });
    const couple = await offer(db, 3, { title: "Se reparler à deux", capacity: 1 });
    await offer(db, 3, { title: "Massage", description: "Le corps se détend demain encore." });
    const find = async (query: object) => {
      const { sessions, query: read, asTyped } = await searchSessions(makeContext(db), query);
      return { ids: sessions.map(({ id }) => id), read, asTyped };
    };
    for (const q of ["Pilates à la barre, jambes et posture", "pilates à la barre"]) {
      const { ids, read, asTyped } = await find({ q });
      expect([ids, read.q, read.place, asTyped]).toEqual([[barre], q, undefined, null]);
      // The next page and every other condition go on with the words.
      expect((await find(read)).ids).toEqual([barre]);
    }
    expect((await find({ q: "se reparler à deux" })).ids).toEqual([couple]);
    // A description does not tell that somebody meant it, and what was found is left as it is.
    expect(await find({ q: "massage demain" })).toMatchObject({ ids: [], read: { q: "massage" } });
    const roomy = await offer(db, 3, { title: "Se reparler en petit groupe", capacity: 4 });
    expect((await find({ q: "se reparler pour deux" })).ids).toEqual([roomy]);
  });

  dataTest("a slip in the name of a well-known town is forgiven", async ({ db }) => {
    const there = await offer(db, 3, {
      title: "Massage doux",
      city: "Marseille",
      postalCode: "13001",
    });
    await offer(db, 3, { title: "Massage vif", city: "Brest", postalCode: "29200" });
    const find = async (query: object) => {
      const found = await searchSessions(makeContext(db), query);
      return { ...found, ids: found.sessions.map(({ id }) => id) };
    };
    for (const q of ["massage marsseille", "masage à Marseile", "Marsielle massage demain"]) {
      const { ids, query, around, asTyped } = await find({ q });
      expect([query.place, around?.name]).toEqual(["Marseille", "Marseille"]);
      expect(ids).toEqual(query.date ? [] : [there]);
      // Given back, they are words that nothing has.
      const given = (await find(asTyped ?? {})).query;
      expect([given.q, given.place]).toEqual([expect.stringMatching(/mars/i), undefined]);
    }
    expect((await find({ q: "marsseille" })).ids).toEqual([there]);
    expect((await find({ q: "massage marsseille", location: "Brest" })).ids).toEqual([]);
    // A word that something has is none with a slip, and a name that is also a word is no town.
    const text = { description: "Pour les fans de Marseillle et de jus d'oranges pressées." };
    const titled = await offer(db, 4, { title: "Massage Marseillle", city: "Brest", ...text });
    expect((await find({ q: "massage marseillle" })).ids).toEqual([titled]);
    expect((await find({ q: "massage orangess" })).query.place).toBeUndefined();
    expect((await find({ q: "massage brst" })).query.place).toBeUndefined();
  });

  dataTest("a slip may be in a word of some text that is a town's name", async ({ db }) => {
    const here = { city: "Bordeaux", postalCode: "33000" };
    const there = await offer(db, 3, { title: "Yoga doux", ...here });
    await offer(db, 3, { title: "Yoga vif", description: "Venu de Bordeaux.", city: "Brest" });
    const { sessions, query } = await searchSessions(makeContext(db), { q: "yoga bordeux" });
    expect(sessions.map(({ id }) => id)).toEqual([there]);
    expect([query.q, query.place]).toEqual(["yoga", "Bordeaux"]);
  });

  dataTest("or in words that are others' beginnings, where those find nothing", async ({ db }) => {
    const there = await offer(db, 3, { title: "Yoga", city: "Saint-Étienne", postalCode: "42000" });
    await offer(db, 3, { title: "Yoga et santé", city: "Brest" });
    await offer(db, 3, { title: "Danse", description: "Avec Étienne.", city: "Brest" });
    const find = async (query: object) =>
      (await searchSessions(makeContext(db), query)).sessions.map(({ id }) => id);
    for (const q of ["yoga a Sant-Etienne", "yoga saint etiene", "Sant-Étienne yoga"]) {
      expect(await find({ q }), q).toEqual([there]);
    }
    expect(await find({ q: "yoga sant-etienne", location: "Brest" })).toEqual([]);
    expect(await find({ q: "yoga sant" })).toHaveLength(1);
  });

  dataTest("a price and the cheapest first", async ({ db }) => {
    const dear = await offer(db, 3, { title: "Yoga doux", priceCents: 6000 });
    const middle = await offer(db, 4, { title: "Yoga lent", priceCents: 4000 });
    const cheap = await offer(db, 5, { title: "Yoga vif", priceCents: 2000 });
    const find = async (query: object) => {
      const { sessions, query: read, asTyped } = await searchSessions(makeContext(db), query);
      return { ids: sessions.map(({ id }) => id), read, asTyped };
    };
    expect((await find({ q: "yoga" })).ids).toEqual([dear, middle, cheap]);
    const bounded = await find({ q: "yoga moins de 40 €", price: "60+" });
    expect(bounded.ids).toEqual([middle, cheap]);
    expect(bounded.read).toMatchObject({ q: "yoga", price: undefined, price_max: 40 });
    expect((await find(bounded.asTyped ?? {})).read).toMatchObject({ price: "60+" });
    const ordered = await find({ q: "yoga pas cher" });
    expect(ordered.ids).toEqual([cheap, middle, dear]);
    expect(ordered.asTyped).toMatchObject({ q: "yoga pas cher", words: "pas cher" });
    expect((await find(ordered.asTyped ?? {})).read.sort).toBe("relevance");
  });

  dataTest("a known place stays known beside a word that nothing has", async ({ db }) => {
    await offer(db, 3, { title: "Yoga doux", city: "Lyon", postalCode: "69003" });
    const context = makeContext(db);
    const found = await searchSessions(context, { q: "introuvable", place: "Lyon" });
    expect([found.count, found.around?.name]).toEqual([0, expect.stringContaining("Lyon")]);
    expect((await searchSessions(context, { q: "yoga", place: "Xyzzy" })).around).toBeNull();
  });

  dataTest("are offered where a name may be a word", async ({ db }) => {
    await offer(db, 3, { title: "Massage", city: "Plaisir", postalCode: "78370" });
    const meant = async (q: string) =>
      (await searchSessions(makeContext(db), { q })).otherSearches.meant?.query;
    expect(await meant("massage plaisir")).toMatchObject({ q: "massage", location: "Plaisir" });
    // Only a whole name counts, at either end, when such a place has something now.
    for (const q of ["massage plais", "plaisir introuvable massage", "reiki plaisir", "%"]) {
      expect(await meant(q)).toBeUndefined();
    }
  });
});

describe("pages", () => {
  dataTest("hold nine each; past the end is the last one", async ({ db }) => {
    const professional = await makeProfessional(db);
    const ids: string[] = [];
    for (let hour = 1; hour <= 20; hour++) ids.push(await offer(db, hour, { professional }));
    const page = async (number: unknown, query = {}) =>
      searchSessions(makeContext(db), { ...query, page: number });

    const first = await page(1);
    expect(first.sessions.map(({ id }) => id)).toEqual(ids.slice(0, 9));
    expect(first).toMatchObject({ count: 20, hasMore: false, page: 1, pageCount: 3 });
    expect((await page("2")).sessions.map(({ id }) => id)).toEqual(ids.slice(9, 18));
    expect((await page(3)).sessions.map(({ id }) => id)).toEqual(ids.slice(18));
    for (const query of [{}, { q: "seance" }, { sort: "rating" }, { location: "lyon" }]) {
      const last = await page(99, query);
      expect(last.sessions.map(({ id }) => id)).toEqual(ids.slice(18));
      expect(last).toMatchObject({ page: 3, pageCount: 3, count: 20 });
    }
    for (const far of ["999", "1e9"]) expect((await page(far)).page).toBe(3);
    for (const nonsense of ["-1", "0", "abc", "1.5", ""]) {
      expect((await page(nonsense)).page).toBe(1);
    }
  });

  dataTest("counts are exact up to the end of the list, after twenty pages", async ({ db }) => {
    const professional = await makeProfessional(db);
    const type = await makeActivityType(db);
    const add = async (count: number) => {
      await db.execute(sql`
        with made as (
          insert into offerings (id, kind, professional_id, activity_type_id, title, description, price_cents, duration, capacity, city)
          select gen_random_uuid(), 'session', ${professional.id}, ${type.id}, 'Yoga', 'Souffle', 1000, 60, 5, 'Lyon'
          from generate_series(1, ${count}) returning id)
        insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
        select gen_random_uuid(), id, ${inHours(1)}, ${inHours(2)}, 5, 5 from made`);
      await db.transaction((tx) => refreshListingsOfProfessional(tx, professional.id, NOW));
    };
    await add(180);
    const all = { count: 180, hasMore: false, pageCount: 20 };
    for (const query of [{}, { q: "yoga" }, { location: "lyon", price: "0-20" }]) {
      expect(await searchSessions(makeContext(db), query)).toMatchObject(all);
    }
    await add(1);
    const more = { count: 180, hasMore: true, pageCount: 20 };
    for (const query of [{}, { q: "yoga souffle" }, { professional: professional.id }]) {
      expect(await searchSessions(makeContext(db), query)).toMatchObject(more);
    }
    const last = await searchSessions(makeContext(db), { page: 100 });
    expect(last).toMatchObject({ page: 20, sessions: Array(9).fill({}) });
  });

  dataTest("exactly nine make no second page", async ({ db }) => {
    const professional = await makeProfessional(db);
    for (let hour = 1; hour <= 9; hour++) await offer(db, hour, { professional });
    expect(await searchSessions(makeContext(db), {})).toMatchObject({ count: 9, pageCount: 1 });
  });
});

dataTest("a type whose name has no letter stands in nobody's way", async ({ db }) => {
  await makeActivityType(db, "%");
  await offer(db, 2, { title: "Yoga du soir" });
  expect(await searchSessions(makeContext(db), { q: "yoga" })).toMatchObject({ count: 1 });
});

describe("what is not listed", () => {
  dataTest("inactive, deleted, sold out, past, unpaid or closed professionals", async ({ db }) => {
    const ctx = makeContext(db);
    const listed = async () => (await searchSessions(ctx, {})).count;
    await makeSlot(db, { session: await makeSession(db, { isActive: false }) });
    const unpaid = await makeProfessional(db, { payments: false });
    await makeSlot(db, { session: await makeSession(db, { professional: unpaid }) });
    const session = await makeSession(db);
    await makeSlot(db, { session, availableSpots: 0 });
    await makeSlot(db, { session, start: inHours(-1) });
    await makeSlot(db, { session, start: inHours(2), isActive: false });
    expect(await listed()).toBe(0);
    await makeSlot(db, { session, start: inHours(3) });
    expect(await listed()).toBe(1);
  });

  dataTest(
    "a slot from half an hour before it starts, when it can be booked no more",
    async ({ db }) => {
      const slot = await makeSlot(db);
      const at = (milliseconds: number) =>
        searchSessions(
          makeContext(db, { now: new Date(slot.startDatetime.getTime() - milliseconds) }),
          {},
        );
      expect((await at(30 * MINUTE + 1)).count).toBe(1);
      expect((await at(30 * MINUTE)).count).toBe(0);
    },
  );
});
