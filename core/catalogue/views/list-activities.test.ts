import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { HOUR } from "#core/durations.ts";
import { makeActivity, makeActivitySlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { listActivities, showOffering } from "./show-offering.server.ts";

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

describe("the list of activities", () => {
  dataTest("has active ones of professionals who can be paid, the newest first", async ({ db }) => {
    const professional = await makeProfessional(db);
    const older = await makeActivity(db, { professional, createdAt: inHours(-2) });
    const newer = await makeActivity(db, { professional, createdAt: inHours(-1) });
    await makeActivity(db, { professional, isActive: false });
    await makeActivity(db, { professional: await makeProfessional(db, { payments: false }) });
    const suspended = await makeProfessional(db);
    await makeActivity(db, { professional: suspended });
    await db.execute(sql`
      update profiles set account_status = 'suspended' where id = ${suspended.userId}`);

    const { activities, nextCursor } = await listActivities(makeContext(db));
    expect(activities.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(nextCursor).toBeNull();
  });

  dataTest("goes on where a page ended, whatever comes meanwhile", async ({ db }) => {
    const professional = await makeProfessional(db);
    const made: string[] = [];
    // Three of one instant: the id decides.
    for (const hours of [-5, -4, -3, -3, -3, -1]) {
      made.push((await makeActivity(db, { professional, createdAt: inHours(hours) })).id);
    }
    const expected = [made[5], ...made.slice(2, 5).sort().reverse(), made[1], made[0]];
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
      const page = await listActivities(makeContext(db), { limit: "2", cursor });
      seen.push(...page.activities.map(({ id }) => id));
      expect(page.nextCursor === null).toBe(pages === 2);
      cursor = page.nextCursor ?? undefined;
      await makeActivity(db, { professional });
    }
    expect(seen).toEqual(expected);
  });

  dataTest("refuses limits and cursors that make no sense", async ({ db }) => {
    const ctx = makeContext(db);
    for (const query of [{ limit: "0" }, { limit: "101" }, { cursor: "%" }, { cursor: "e30" }]) {
      await expect(listActivities(ctx, query)).rejects.toMatchObject({ code: "invalid_input" });
    }
  });

  dataTest("shows slots to come, and never the online link", async ({ db }) => {
    const activity = await makeActivity(db, {
      isOnline: true,
      onlineLink: "https://visio.example.fr/secret",
      included: "Thé\n\n Tapis ",
      tags: ["Échange"],
    });
    await makeActivitySlot(db, { activity, start: inHours(-3) });
    await makeActivitySlot(db, { activity, start: inHours(20), isActive: false });
    const full = await makeActivitySlot(db, { activity, start: inHours(30), availableSpots: 0 });
    const free = await makeActivitySlot(db, { activity, start: inHours(50), availableSpots: 2 });

    const [listed] = (await listActivities(makeContext(db))).activities;
    expect(listed).toMatchObject({
      included: ["Thé", "Tapis"],
      requirements: [],
      tags: ["Échange"],
      nextSlot: { id: free.id, start: free.startDatetime, availableSpots: 2 },
    });
    expect(listed?.slots.map(({ id }) => id)).toEqual([full.id, free.id]);
    expect(JSON.stringify(listed)).not.toContain("secret");
  });
});

describe("one activity", () => {
  dataTest("is shown as it is listed, and when it is not offered any more", async ({ db }) => {
    const activity = await makeActivity(db);
    const ctx = makeContext(db);
    const shown = await showOffering(ctx, "activity", activity.id);
    expect((await listActivities(ctx)).activities).toEqual([shown]);
    await db.execute(sql`update offerings set is_active = false where id = ${activity.id}`);
    expect(await showOffering(ctx, "activity", activity.id)).toMatchObject({ isActive: false });
  });

  dataTest("does not exist for a wrong address or a professional who has left", async ({ db }) => {
    const professional = await makeProfessional(db);
    const activity = await makeActivity(db, { professional });
    await db.execute(sql`
      update profiles set account_status = 'deleted' where id = ${professional.userId}`);
    for (const activityId of [activity.id, "0198c0de-0000-7000-8000-000000000000", "x", ""]) {
      const shown = showOffering(makeContext(db), "activity", activityId);
      await expect(shown).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
