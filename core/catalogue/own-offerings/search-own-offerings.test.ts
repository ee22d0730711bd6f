import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeDraft } from "#test/make/diary.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { HOUR } from "../../durations.ts";
import { offerings } from "../../tables.server.ts";
import { searchOwnOfferings } from "./search-own-offerings.server.ts";

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  return { professional, ctx: makeContext(db, { actor: await actorOf(db, user.id) }) };
}

describe("one's own offerings", () => {
  dataTest("come by their next start, those without one last", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const late = await makeSession(db, { professional, title: "Tard" });
    const never = await makeSession(db, { professional, title: "Jamais", createdAt: later(-2) });
    const soon = await makeActivity(db, { professional, title: "Bientôt" });
    const over = await makeSession(db, { professional, title: "Passée", createdAt: later(-3) });
    await makeSlot(db, { session: late, start: later(50), availableSpots: 3 });
    await makeSlot(db, { session: late, start: later(60) });
    await makeSlot(db, { session: late, start: later(1), isActive: false });
    await makeActivitySlot(db, { activity: soon, start: later(5) });
    await makeSlot(db, { session: over, start: later(-5) });
    await makeSession(db, { title: "Une autre" });
    const { offerings: found } = await searchOwnOfferings(ctx, {});
    expect(
      found.map(({ title, kind, nextStart, coming }) => [title, kind, nextStart, coming]),
    ).toEqual([
      [soon.title, "activity", later(5), 1],
      [late.title, "session", later(50), 2],
      [never.title, "session", null, 0],
      [over.title, "session", null, 0],
    ]);
  });

  dataTest("are found by words whatever their accents, and by state", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    const titles = async (query: object) => {
      const { offerings: found } = await searchOwnOfferings(ctx, query);
      return found.map(({ title, state }) => [title, state]);
    };
    await makeSession(db, { professional, title: "Méditation du soir" });
    await makeSession(db, { professional, title: "Yoga", isActive: false, createdAt: later(-1) });
    const away = await makeSession(db, { professional, title: "Vieux yoga", isActive: false });
    await db.update(offerings).set({ archivedAt: NOW }).where(eq(offerings.id, away.id));
    const gone = await makeSession(db, { professional, title: "Yoga effacé", isActive: false });
    await db.update(offerings).set({ deletedAt: NOW }).where(eq(offerings.id, gone.id));
    await makeDraft(db, { professionalId: professional.id, title: "Yoga à finir" });
    expect(await titles({})).toEqual([
      ["Méditation du soir", "en-ligne"],
      ["Yoga", "en-pause"],
    ]);
    expect(await titles({ q: "MEDITATION  " })).toEqual([["Méditation du soir", "en-ligne"]]);
    expect(await titles({ etat: "en-ligne" })).toEqual([["Méditation du soir", "en-ligne"]]);
    expect(await titles({ etat: "en-pause" })).toEqual([["Yoga", "en-pause"]]);
    expect(await titles({ etat: "archivee" })).toEqual([["Vieux yoga", "archivee"]]);
    // Without letters it looks for nothing.
    expect(await titles({ q: "%" })).toHaveLength(2);
    // An address never fails.
    expect(await titles({ etat: "nulle", page: "x", q: 7 })).toHaveLength(2);
    const drafts = await searchOwnOfferings(ctx, { etat: "brouillon", q: "yoga" });
    expect([drafts.offerings, drafts.drafts]).toMatchObject([[], [{ title: "Yoga à finir" }]]);
    expect(drafts.counts).toEqual({ "en-ligne": 0, "en-pause": 1, brouillon: 1, archivee: 1 });
  });

  dataTest("have pages of twenty, of which none is empty", async ({ db }) => {
    const { professional, ctx } = await makeOwner(db);
    for (let made = 0; made < 21; made += 1) {
      const session = await makeSession(db, { professional });
      await makeSlot(db, { session, start: later(made + 1) });
    }
    const pages = [];
    for (const page of [1, 2, 99]) pages.push(await searchOwnOfferings(ctx, { page }));
    expect(
      pages.map(({ page, pageCount, offerings }) => [page, pageCount, offerings.length]),
    ).toEqual([
      [1, 2, 20],
      [2, 2, 1],
      [2, 2, 1],
    ]);
    const ids = [...(pages[0]?.offerings ?? []), ...(pages[1]?.offerings ?? [])].map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(21);
  });

  dataTest("are a professional's alone", async ({ db }) => {
    const client = makeContext(db, { actor: await actorOf(db, (await makeUser(db)).id) });
    await expect(searchOwnOfferings(makeContext(db), {})).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(searchOwnOfferings(client, {})).rejects.toMatchObject({ code: "forbidden" });
  });
});
