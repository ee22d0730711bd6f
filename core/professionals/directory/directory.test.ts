import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { writeCursor } from "#core/cursor.ts";
import { HOUR } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import type { ProfessionalView } from "#core/professionals/schema.ts";
import { profiles } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { DIRECTORY_FIRST, DIRECTORY_LIMIT, matchesProfessional } from "../rules.ts";
import { listProfessionals, showDirectory, showProfessional } from "./show-directory.server.ts";

const view: ProfessionalView = {
  id: "018f0000-0000-7000-8000-000000000001",
  businessName: "Atelier du Cœur",
  businessDescription: "Hatha, l'été sous les pins.",
  businessCity: "L'Haÿ-les-Roses",
  businessPostalCode: "94240",
  rating: 4.5,
  totalReviews: 3,
  isVerified: false,
  categories: ["Méditation"],
};

test.each([
  ["", true],
  ["COEUR", true],
  ["cœur", true],
  ["l'ete", true],
  ["hay les", true],
  ["meditation", true],
  ["pin", true],
  ["94240", true],
  ["%", true],
  ["plongée", false],
])("the directory's search for « %s »", (q, found) => {
  expect(matchesProfessional(view, q)).toBe(found);
});

const names = (professionals: readonly ProfessionalView[]) =>
  professionals.map(({ businessName }) => businessName);

describe("the directory", () => {
  dataTest("lists everybody, highest rating first, with public facts only", async ({ db }) => {
    const second = await makeProfessional(db, {
      businessName: "Deux",
      rating: 4.2,
      totalReviews: 7,
      businessPhone: "0600000000",
      siret: "12345678900011",
    });
    await makeProfessional(db, { businessName: "Un", rating: 4.9, payments: false });
    await makeProfessional(db, { businessName: "Trois", rating: 0 });
    await makeSession(db, { professional: second, category: "Yoga" });
    await makeSession(db, { professional: second, category: "Massage" });
    await makeSession(db, { professional: second, category: "Reiki", isActive: false });
    const { professionals, isWhole } = await showDirectory(makeContext(db), {});
    expect(names(professionals)).toEqual(["Un", "Deux", "Trois"]);
    expect(isWhole).toBe(true);
    expect(professionals[1]).toEqual({
      id: second.id,
      businessName: "Deux",
      businessDescription: "Un lieu calme pour souffler.",
      businessCity: "Lyon",
      businessPostalCode: "69001",
      rating: 4.2,
      totalReviews: 7,
      isVerified: false,
      categories: ["Massage", "Yoga"],
      nextSlotAt: null,
      fromCents: null,
    });
  });

  dataTest("gives the first screen, then everybody when asked", async ({ db }) => {
    for (let number = 0; number <= DIRECTORY_FIRST; number++) await makeProfessional(db);
    const first = await showDirectory(makeContext(db), {});
    expect(first.professionals).toHaveLength(DIRECTORY_FIRST);
    expect(first).toMatchObject({ count: DIRECTORY_FIRST + 1, isWhole: false, fits: true });
    const all = await showDirectory(makeContext(db), { tous: "1" });
    expect(all.professionals).toHaveLength(DIRECTORY_FIRST + 1);
    expect(all.isWhole).toBe(true);
  });

  dataTest("shows the next place and the lowest price of each", async ({ db }) => {
    const professional = await makeProfessional(db);
    const later = new Date(NOW.getTime() + 5 * HOUR);
    const soon = new Date(NOW.getTime() + 2 * HOUR);
    for (const [start, price] of [
      [later, 1_500],
      [soon, 4_000],
    ] as const) {
      const session = await makeSession(db, { professional, priceCents: cents(price) });
      await makeSlot(db, { session, start });
    }
    await makeSession(db, { professional, priceCents: cents(500) });
    const { professionals } = await showDirectory(makeContext(db), {});
    expect(professionals).toMatchObject([{ nextSlotAt: soon, fromCents: 1_500 }]);
  });

  dataTest("has the newest profile of each active account", async ({ db }) => {
    const user = await makeUser(db, { isPro: true });
    const old = new Date("2026-01-01T00:00:00Z");
    await makeProfessional(db, { user, businessName: "Ancien", createdAt: old });
    await makeProfessional(db, { user, businessName: "Nouveau" });
    const closed = await makeProfessional(db, { businessName: "Fermé" });
    await db.update(profiles).set({ accountStatus: "deleted" }).where(sql`id = ${closed.userId}`);
    expect(names((await showDirectory(makeContext(db), {})).professionals)).toEqual(["Nouveau"]);
    await expect(
      showProfessional(makeContext(db), { professionalId: closed.id }),
    ).rejects.toMatchObject({ code: "not_found" });
    for (const professionalId of [newId(), "x", undefined]) {
      await expect(showProfessional(makeContext(db), { professionalId })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  dataTest("searches alike over few and over many", async ({ db }) => {
    await makeProfessional(db, {
      businessName: "Atelier du Cœur",
      businessCity: "Brest",
      businessPostalCode: "29200",
    });
    const massage = await makeProfessional(db, { businessName: "Zen", rating: 4.1 });
    await makeSession(db, { professional: massage, category: "Massage" });
    const search = async (q: string) => {
      const server = await showDirectory(makeContext(db), { q });
      const whole = await showDirectory(makeContext(db), { tous: "1" });
      const found = names(server.professionals);
      expect(server.count).toBe(found.length);
      if (!whole.isWhole) return found;
      const own = names(whole.professionals.filter((one) => matchesProfessional(one, q)));
      expect(own).toEqual(found);
      return own;
    };
    const answers = async () => [
      await search("coeur"),
      await search("BREST"),
      await search("massage"),
      await search("29200"),
      await search("introuvable"),
    ];
    const few = await answers();
    expect(few).toEqual([
      ["Atelier du Cœur"],
      ["Atelier du Cœur"],
      ["Zen"],
      ["Atelier du Cœur"],
      [],
    ]);
    await db.execute(sql`
      with made as (
        insert into users (id, email, name)
        select gen_random_uuid(), 'n' || n || '@example.fr', 'x'
        from generate_series(1, ${DIRECTORY_LIMIT}) n returning id, email
      ), profile as (insert into profiles (id, email) select id, email from made returning id)
      insert into professional_profiles (id, user_id, business_name, business_description)
      select gen_random_uuid(), id, 'Cabinet', 'Autre' from profile`);
    expect(await answers()).toEqual(few);
    const asked = { q: "cabinet", tous: "1" };
    const { professionals, ...many } = await showDirectory(makeContext(db), asked);
    expect(professionals).toHaveLength(DIRECTORY_LIMIT);
    expect(many).toEqual({ count: DIRECTORY_LIMIT, isWhole: false, fits: false });
  });

  dataTest("goes on from a cursor, also among equals", async ({ db }) => {
    for (let number = 0; number < 7; number++) {
      await makeProfessional(db, { rating: number < 3 ? 4.5 : 4, businessName: `${number}` });
    }
    const ctx = makeContext(db);
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listProfessionals(ctx, { limit: 2, ...(cursor && { cursor }) });
      seen.push(...names(page.professionals));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(names((await listProfessionals(ctx, {})).professionals));
    expect([...seen].sort()).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    const forged = writeCursor({ rating: 1e9, id: "x" });
    for (const input of [{ limit: 0 }, { limit: 101 }, { cursor: "x" }, { cursor: forged }]) {
      await expect(listProfessionals(ctx, input)).rejects.toMatchObject({ code: "invalid_input" });
    }
  });
});
