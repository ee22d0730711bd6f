import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { offerings, profiles } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeActivity, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { showOffering } from "../catalogue/views/show-offering.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { findGone } from "./find-gone.server.ts";
import { gonePages } from "./schema.ts";

dataTest(
  "leads from a deleted session to the next ones like it, near ones first",
  async ({ db }) => {
    const ctx = makeContext(db);
    const gone = await makeSession(db, { isActive: false, deletedAt: new Date() });
    const far = await makeSession(db, { city: "Brest" });
    const near = await makeSession(db);
    const other = await makeSession(db, { category: "Massage" });
    for (const session of [far, near, other]) await makeSlot(db, { session });

    const found = await findGone(ctx, { kind: "session", id: gone.id });
    expect(found?.category).toBe("Yoga");
    expect(found?.similar.map(({ id }) => id)).toEqual([near.id, far.id]);
  },
);

dataTest("knows who has left, and nothing of what never was or is there", async ({ db }) => {
  const ctx = makeContext(db);
  const professional = await makeProfessional(db);
  const session = await makeSession(db, { professional });
  const hidden = await makeSession(db, { isActive: false });
  for (const id of [session.id, hidden.id, professional.id, newId(), "1", undefined]) {
    for (const kind of gonePages) expect(await findGone(ctx, { kind, id })).toBeNull();
  }
  await db
    .update(profiles)
    .set({ accountStatus: "deleted" })
    .where(eq(profiles.id, professional.userId));
  expect(await findGone(ctx, { kind: "session", id: session.id })).toMatchObject({ similar: [] });
  await db.delete(offerings).where(eq(offerings.id, session.id));
  expect(await findGone(ctx, { kind: "session", id: session.id })).toBeNull();
});

dataTest(
  "of a suspended professional nothing is shown any more, until they are back",
  async ({ db }) => {
    const professional = await makeProfessional(db);
    const session = await makeSession(db, { professional });
    const activity = await makeActivity(db, {
      professional,
      activityTypeId: null,
      category: "Ikebana",
    });
    const near = await makeSession(db);
    for (const one of [session, near]) await makeSlot(db, { session: one });
    const ctx = makeContext(db);
    const become = (accountStatus: "active" | "suspended") =>
      db.transaction(async (tx) => {
        await tx
          .update(profiles)
          .set({ accountStatus })
          .where(eq(profiles.id, professional.userId));
        await refreshListingsOfProfessional(tx, professional.id, ctx.now());
      });
    const pages = [
      ["session", session.id, "Yoga"],
      ["activity", activity.id, "Ikebana"],
      ["professional", professional.id, null],
    ] as const;
    await become("suspended");
    for (const [kind, id, category] of pages) {
      expect(await findGone(ctx, { kind, id })).toMatchObject({
        kind,
        category,
        similar: [{ id: near.id }],
      });
    }
    for (const [kind, id] of [pages[0], pages[1]]) {
      await expect(showOffering(ctx, kind, id)).rejects.toMatchObject({ code: "not_found" });
    }
    // An address of one kind is none of the other.
    expect(await findGone(ctx, { kind: "activity", id: session.id })).toBeNull();
    await become("active");
    for (const [kind, id] of pages) expect(await findGone(ctx, { kind, id })).toBeNull();
    expect(await showOffering(ctx, "session", session.id)).toMatchObject({ unbookable: null });
  },
);
