import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { offerings, profiles } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { findGoneSession } from "./find-gone-session.server.ts";

dataTest(
  "leads from a deleted session to the next ones like it, near ones first",
  async ({ db }) => {
    const ctx = makeContext(db);
    const gone = await makeSession(db, { isActive: false, deletedAt: new Date() });
    const far = await makeSession(db, { city: "Brest" });
    const near = await makeSession(db);
    const other = await makeSession(db, { category: "Massage" });
    for (const session of [far, near, other]) await makeSlot(db, { session });

    const found = await findGoneSession(ctx, { sessionId: gone.id });
    expect(found?.category).toBe("Yoga");
    expect(found?.similar.map(({ id }) => id)).toEqual([near.id, far.id]);
  },
);

dataTest("knows who has left, and nothing of what never was or is there", async ({ db }) => {
  const ctx = makeContext(db);
  const professional = await makeProfessional(db);
  const session = await makeSession(db, { professional });
  const hidden = await makeSession(db, { isActive: false });
  for (const sessionId of [session.id, hidden.id, newId(), "1", undefined]) {
    expect(await findGoneSession(ctx, { sessionId })).toBeNull();
  }
  await db
    .update(profiles)
    .set({ accountStatus: "deleted" })
    .where(eq(profiles.id, professional.userId));
  expect(await findGoneSession(ctx, { sessionId: session.id })).toMatchObject({ similar: [] });
  await db.delete(offerings).where(eq(offerings.id, session.id));
  expect(await findGoneSession(ctx, { sessionId: session.id })).toBeNull();
});
