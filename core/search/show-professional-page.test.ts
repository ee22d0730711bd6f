import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeActivityType,
  makeSession,
  makeSlot,
} from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { listManaged } from "../bookings/lists/list-managed.server.ts";
import { showOffering } from "../catalogue/views/show-offering.server.ts";
import { HOUR } from "../durations.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { writeCuts } from "../prices/write-prices.server.ts";
import { profiles } from "../tables.server.ts";
import { allSessionsLabel } from "./labels.ts";
import { showProfessionalOffers, showProfessionalPage } from "./show-professional-page.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

describe("the public page of a professional", () => {
  dataTest("has public facts and the next six of what can be booked", async ({ db }) => {
    const createdAt = new Date("2025-03-03T10:00:00Z");
    const professional = await makeProfessional(db, {
      ...{ createdAt, siret: "12345678900011", businessPhone: "0600000000" },
      businessAddress: "1 rue Secrète",
    });
    for (let hour = 9; hour > 1; hour -= 1) {
      const session = await makeSession(db, { professional, title: `Dans ${hour} h` });
      await makeSlot(db, { session, start: inHours(hour) });
    }
    await makeSession(db, { professional, title: "Sans créneau" });
    await makeSlot(db);
    const ctx = makeContext(db);
    const page = await showProfessionalPage(ctx, { professionalId: professional.id });
    const offers = await showProfessionalOffers(ctx, professional.id);
    expect(offers.sessions.map(({ title }) => title)).toEqual(
      [2, 3, 4, 5, 6, 7].map((hour) => `Dans ${hour} h`),
    );
    expect(offers.sessionCount).toEqual({ count: 8, hasMore: false });
    expect(allSessionsLabel(offers.sessionCount)).toBe("Voir les 8 sessions");
    expect(page.memberSince).toEqual(createdAt);
    expect(page.professional.businessCity).toBe("Lyon");
    const said = JSON.stringify([page, offers]);
    for (const secret of ["12345678900011", "0600000000", "1 rue Secrète", "acct_", "@"]) {
      expect(said).not.toContain(secret);
    }
  });

  dataTest(
    "says the price of this instant, as the manager and the detail page do",
    async ({ db }) => {
      const user = await makeUser(db, { isPro: true });
      const professional = await makeProfessional(db, { user });
      const fallSteps = [{ hours: 6, percent: 25 }];
      const terms = { professional, priceCents: 4_000, fallSteps };
      const activity = await makeActivity(db, terms);
      const slot = await makeActivitySlot(db, { activity, start: inHours(7) });
      const later = await makeActivitySlot(db, { activity, start: inHours(50) });
      const dated = [
        { id: slot.id, start: inHours(7) },
        { id: later.id, start: inHours(50) },
      ];
      await db.transaction(async (tx) => {
        await writeCuts(tx, dated, activity);
        await refreshListingsOfProfessional(tx, professional.id, NOW);
      });
      const seen = async (now: Date) => {
        const ctx = makeContext(db, { now, actor: await actorOf(db, user.id) });
        const offers = await showProfessionalOffers(ctx, professional.id);
        const managed = await listManaged(ctx, "activity");
        const detail = await showOffering(ctx, "activity", activity.id);
        return [
          offers.activities[0]?.price,
          [...(managed?.upcoming ?? []), ...(managed?.others ?? [])][0]?.price,
          detail.slots[0]?.price,
        ];
      };
      const early = await seen(NOW);
      expect(early).toEqual(Array(3).fill(early[2]));
      expect(early[0]).toMatchObject({ nowCents: 4_000, next: { at: inHours(1), cents: 3_000 } });
      const cut = await seen(inHours(1));
      expect(cut).toEqual(Array(3).fill(cut[2]));
      expect(cut[0]).toMatchObject({ nowCents: 3_000, next: null });
      // Once that slot has begun, the next one's.
      expect((await seen(inHours(8)))[0]).toMatchObject({ nowCents: 4_000 });
    },
  );

  dataTest("lists active activities, the soonest first, without a date last", async ({ db }) => {
    const professional = await makeProfessional(db);
    const undated = await makeActivity(db, { professional, title: "Sans date" });
    const later = await makeActivity(db, { professional, title: "Plus tard" });
    const soon = await makeActivity(db, { professional, title: "Bientôt" });
    await makeActivity(db, { professional, isActive: false });
    await makeActivity(db);
    await makeActivitySlot(db, { activity: later, start: inHours(50) });
    await makeActivitySlot(db, { activity: soon, start: inHours(-1) });
    await makeActivitySlot(db, { activity: soon, start: inHours(5) });
    const ctx = makeContext(db);
    const { activities } = await showProfessionalOffers(ctx, professional.id);
    expect(activities.map(({ id, nextStart }) => [id, nextStart])).toEqual([
      [soon.id, inHours(5)],
      [later.id, inHours(50)],
      [undated.id, null],
    ]);
    const unpaid = await makeProfessional(db, { payments: false });
    await makeActivity(db, { professional: unpaid });
    const nothing = await showProfessionalOffers(ctx, unpaid.id);
    expect([nothing.activities, nothing.sessions, nothing.sessionCount.count]).toEqual([[], [], 0]);
  });

  dataTest("names no number of sessions that was not counted", async ({ db }) => {
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
      const offers = await showProfessionalOffers(makeContext(db), professional.id);
      return offers.sessionCount;
    };
    const all = await add(180);
    expect(all).toEqual({ count: 180, hasMore: false });
    expect(allSessionsLabel(all)).toBe("Voir les 180 sessions");
    const more = await add(2);
    expect(more).toEqual({ count: 180, hasMore: true });
    expect(allSessionsLabel(more)).toBe("Voir les sessions");
  });

  dataTest(
    "is not there for nobody, nor once the account is suspended or closed",
    async ({ db }) => {
      const ctx = makeContext(db);
      const missing = { code: "not_found" };
      for (const professionalId of [newId(), "x", undefined]) {
        await expect(showProfessionalPage(ctx, { professionalId })).rejects.toMatchObject(missing);
      }
      for (const accountStatus of ["suspended", "deleted"] as const) {
        const { id, userId } = await makeProfessional(db);
        await db.update(profiles).set({ accountStatus }).where(eq(profiles.id, userId));
        await expect(showProfessionalPage(ctx, { professionalId: id })).rejects.toMatchObject(
          missing,
        );
      }
    },
  );
});
