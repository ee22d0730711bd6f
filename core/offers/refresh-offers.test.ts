import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { HOUR, MINUTE } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import {
  activityTypes,
  offerFacts,
  offerings,
  offers,
  offerTerms,
  professionalProfiles,
  profiles,
  slots,
} from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { refreshOffers, refreshOffersOfProfessional } from "./refresh-offers.server.ts";
import { sweepOffers } from "./sweep-offers.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const refresh = (db: Database, sessionId: string, now = NOW) =>
  db.transaction((tx) => refreshOffers(tx, [sessionId], now));

/** The offer, whose facts bear the same sort keys. */
async function planAndPriceOf(db: Database, sessionId: string) {
  const [offer = null] = await db.select().from(offers).where(eq(offers.sessionId, sessionId));
  const [facts = null] = await db
    .select()
    .from(offerFacts)
    .where(eq(offerFacts.sessionId, sessionId));
  const keysOf = (row: typeof offer | typeof facts) =>
    row && { at: row.nextSlotAt, price: row.priceCents, rating: row.rating };
  expect(keysOf(facts)).toEqual(keysOf(offer));
  return offer;
}

async function termsOf(db: Database, sessionId: string, rank: number): Promise<string[]> {
  const rows = await db.select().from(offerTerms).where(eq(offerTerms.sessionId, sessionId));
  return rows
    .filter((row) => row.rank === rank)
    .map(({ term }) => term)
    .sort();
}

describe("an offer", () => {
  dataTest("holds what search sorts and filters by", async ({ db }) => {
    const professional = await makeProfessional(db, { rating: 4.7, businessName: "Lune" });
    const session = await makeSession(db, {
      professional,
      title: "Yoga doux",
      description: "Le dos, en douceur, et le yoga.",
      city: "L'Haÿ-les-Roses",
      postalCode: "94240",
      priceCents: 3_000,
      discountedPriceCents: 1_999,
    });
    const slot = await makeSlot(db, { session });
    expect(await planAndPriceOf(db, session.id)).toEqual({
      sessionId: session.id,
      professionalId: professional.id,
      activityTypeId: session.activityTypeId,
      city: "l hay les roses",
      postalCode: "94240",
      nextSlotId: slot.id,
      nextSlotAt: slot.startDatetime,
      nextSlotSpots: 4,
      priceCents: 1_999,
      rating: 4.7,
      card: {
        id: session.id,
        title: "Yoga doux",
        category: "Yoga",
        priceCents: 3_000,
        discountedPriceCents: 1_999,
        duration: 60,
        capacity: 8,
        city: "L'Haÿ-les-Roses",
        isOnline: false,
        imageUrl: null,
        professional: {
          id: professional.id,
          businessName: "Lune",
          rating: 4.7,
          totalReviews: 0,
          isVerified: false,
        },
      },
    });
    expect(await termsOf(db, session.id, 0)).toEqual(["doux", "yog"]);
    expect(await termsOf(db, session.id, 1)).toEqual(["dos", "douceur", "lun"]);
    const [facts] = await db.select().from(offerFacts);
    expect(facts?.facts).toEqual([
      ...["dos", "douceur", "doux", "lun", "yog"],
      ...["!doux", "!yog"],
      ...["@l hay les roses", "#yoga", "€0-20", "^9", "^94", "^942", "^9424", "^94240"],
    ]);
  });

  dataTest("follows every change of its session", async ({ db }) => {
    const session = await makeSession(db, { title: "Yoga", description: "Souffle." });
    await makeSlot(db, { session });
    const massage = await makeActivityType(db, "Massage");
    const change = async (fields: Partial<typeof offerings.$inferInsert>) => {
      await db.update(offerings).set(fields).where(eq(offerings.id, session.id));
      await refresh(db, session.id);
      return planAndPriceOf(db, session.id);
    };
    expect(await change({ priceCents: cents(7_000) })).toMatchObject({ priceCents: 7_000 });
    expect(await change({ discountedPriceCents: cents(0) })).toMatchObject({ priceCents: 0 });
    expect(await change({ city: "Brest", postalCode: "29200" })).toMatchObject({
      city: "brest",
      postalCode: "29200",
    });
    expect(await change({ isOnline: true, city: null, postalCode: null })).toMatchObject({
      city: "",
      postalCode: "",
    });
    expect(await change({ activityTypeId: massage.id })).toMatchObject({
      activityTypeId: massage.id,
      card: { category: "Massage" },
    });
    expect(await change({ imageUrl: "/images/a.webp", duration: 90 })).toMatchObject({
      card: { imageUrl: "/images/a.webp", duration: 90 },
    });
    await change({ title: "Pierres chaudes", description: "Yoga." });
    expect(await termsOf(db, session.id, 0)).toEqual(
      expect.arrayContaining(["chaud", "massag", "pierr"]),
    );
    expect(await termsOf(db, session.id, 1)).toContain("yog");
    expect(await change({ isActive: false })).toBeNull();
    expect(await db.select().from(offerTerms)).toEqual([]);
    expect(await db.select().from(offerFacts)).toEqual([]);
    expect(await change({ isActive: true })).not.toBeNull();
    await db.delete(offerings).where(eq(offerings.id, session.id));
    expect(await db.select().from(offerTerms)).toEqual([]);
  });

  dataTest("follows every change of its slots", async ({ db }) => {
    const session = await makeSession(db);
    const first = await makeSlot(db, { session, start: inHours(5) });
    const second = await makeSlot(db, { session, start: inHours(9) });
    const next = async () => (await planAndPriceOf(db, session.id))?.nextSlotId;
    const change = async (id: string, fields: Partial<typeof slots.$inferInsert>) => {
      await db.update(slots).set(fields).where(eq(slots.id, id));
      await refresh(db, session.id);
      return next();
    };
    expect(await next()).toBe(first.id);
    expect(await change(first.id, { isActive: false })).toBe(second.id);
    expect(await change(first.id, { isActive: true })).toBe(first.id);
    expect(await change(first.id, { availableSpots: 0 })).toBe(second.id);
    expect(await change(first.id, { availableSpots: 1 })).toBe(first.id);
    const later = { startDatetime: inHours(20), endDatetime: inHours(21) };
    expect(await change(first.id, later)).toBe(second.id);
    await db.delete(slots).where(eq(slots.id, second.id));
    await refresh(db, session.id);
    expect(await next()).toBe(first.id);
    await db.delete(slots);
    await refresh(db, session.id);
    expect(await next()).toBeUndefined();
  });

  dataTest("follows every change of its professional", async ({ db }) => {
    const professional = await makeProfessional(db, { businessName: "Avant" });
    const session = await makeSession(db, { professional });
    await makeSlot(db, { session });
    await makeSlot(db, { session: await makeSession(db, { professional }) });
    const count = async () => {
      await db.transaction((tx) => refreshOffersOfProfessional(tx, professional.id, NOW));
      return db.$count(offers);
    };
    const owner = eq(profiles.id, professional.userId);
    await db.update(professionalProfiles).set({ chargesEnabled: false });
    expect(await count()).toBe(0);
    await db.update(professionalProfiles).set({ chargesEnabled: true, transfersActive: false });
    expect(await count()).toBe(0);
    await db.update(professionalProfiles).set({ transfersActive: true, businessName: "Après" });
    expect(await count()).toBe(2);
    expect(await termsOf(db, session.id, 1)).not.toContain("avant");
    expect(await termsOf(db, session.id, 1)).toContain("apre");
    await db.update(professionalProfiles).set({ rating: 4.9, totalReviews: 12, isVerified: true });
    await count();
    expect(await planAndPriceOf(db, session.id)).toMatchObject({
      rating: 4.9,
      card: {
        professional: { businessName: "Après", rating: 4.9, totalReviews: 12, isVerified: true },
      },
    });
    for (const accountStatus of ["suspended", "deleted"] as const) {
      await db.update(profiles).set({ accountStatus }).where(owner);
      expect(await count()).toBe(0);
    }
  });

  dataTest("is not written again when nothing changed", async ({ db }) => {
    const slot = await makeSlot(db);
    const versions = async () =>
      (
        await db.execute(sql`
          select xmin from offers union all select xmin from offer_terms
          union all select xmin from offer_facts`)
      ).rows;
    const before = await versions();
    await refresh(db, slot.offeringId);
    expect(await versions()).toEqual(before);
  });

  dataTest("comes out right when many transactions change it at once", async ({ db }) => {
    const session = await makeSession(db);
    const made = await Promise.all(
      [3, 4, 5, 6].map((hours) => makeSlot(db, { session, start: inHours(hours) })),
    );
    await Promise.all(
      Array.from({ length: 40 }, (_, turn) =>
        db.transaction(async (tx) => {
          const slot = made[turn % made.length];
          if (slot) {
            await tx
              .update(slots)
              .set({ isActive: turn % 3 === 0 })
              .where(eq(slots.id, slot.id));
          }
          await refreshOffers(tx, [session.id], NOW);
        }),
      ),
    );
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from slots where bookable order by start_datetime limit 1`);
    expect((await planAndPriceOf(db, session.id))?.nextSlotId).toBe(rows[0]?.id);
  });
});

describe("the sweep", () => {
  dataTest("moves offers on before their slot starts, and ends those without", async ({ db }) => {
    const session = await makeSession(db);
    await makeSlot(db, { session, start: inHours(1) });
    const second = await makeSlot(db, { session, start: inHours(2) });
    const alone = await makeSlot(db, { start: inHours(1) });
    const at = (now: Date) => sweepOffers(makeContext(db, { now }));

    expect(await at(new Date(inHours(1).getTime() - 2 * MINUTE - 1))).toBe(0);
    expect(await at(new Date(inHours(1).getTime() - 2 * MINUTE))).toBe(2);
    expect(await planAndPriceOf(db, session.id)).toMatchObject({
      nextSlotId: second.id,
      nextSlotAt: second.startDatetime,
    });
    const terms = await db.select().from(offerTerms).where(eq(offerTerms.sessionId, session.id));
    expect(terms.every((row) => +row.nextSlotAt === +second.startDatetime)).toBe(true);
    expect(await planAndPriceOf(db, alone.offeringId)).toBeNull();
    expect(await at(inHours(1))).toBe(0);
    expect(await at(inHours(3))).toBe(1);
    expect(await db.$count(offers)).toBe(0);
  });

  dataTest("gets through any number, by several at once", async ({ db }) => {
    const professional = await makeProfessional(db);
    const type = await makeActivityType(db);
    await db.execute(sql`
      insert into offerings (id, kind, professional_id, activity_type_id, title, description, price_cents, duration, capacity, city)
      select gen_random_uuid(), 'session', ${professional.id}, ${type.id}, 'Yoga ' || n, 'Souffle', 1000, 60, 5, 'Lyon'
      from generate_series(1, 450) n`);
    await db.execute(sql`
      insert into slots (id, offering_id, start_datetime, end_datetime, capacity, available_spots)
      select gen_random_uuid(), id, ${inHours(1)}::timestamptz + hours * interval '1 hour',
        ${inHours(2)}::timestamptz + hours * interval '1 hour', 5, 5
      from offerings, generate_series(0, 1) hours`);
    await db.transaction((tx) => refreshOffersOfProfessional(tx, professional.id, NOW));
    expect(await db.$count(offers)).toBe(450);
    const sweep = () => sweepOffers(makeContext(db, { now: inHours(1) }));
    await Promise.all([sweep(), sweep()]);
    expect(await db.$count(offers, eq(offers.nextSlotAt, inHours(2)))).toBe(450);
  });
});

dataTest("an activity type's new name is found after a refresh", async ({ db }) => {
  const slot = await makeSlot(db);
  await db.update(activityTypes).set({ name: "Hatha" }).where(eq(activityTypes.name, "Yoga"));
  await refresh(db, slot.offeringId);
  expect(await termsOf(db, slot.offeringId, 0)).toContain("hath");
});
