import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { MINUTE } from "../../durations.ts";
import { offeringDrafts, profiles } from "../../tables.server.ts";
import { searchOwnOfferings } from "../own-offerings/search-own-offerings.server.ts";
import { discardDraft, listDrafts, saveDraft, showDraft } from "./save-draft.server.ts";

async function makeOwner(db: Database) {
  const user = await makeUser(db, { isPro: true });
  await makeProfessional(db, { user });
  return makeContext(db, { actor: await actorOf(db, user.id) });
}
const yoga = { title: " Yoga doux ", price: "14,5", tags: ["calme", "soir"], unknown: "" };

describe("a draft", () => {
  dataTest("is kept as it was typed, also half, and its newer state over it", async ({ db }) => {
    const ctx = await makeOwner(db);
    const draftId = newId();
    await saveDraft(ctx, { draftId, kind: "session", fields: { price: "quatorze" } });
    expect(await showDraft(ctx, { draftId })).toEqual({
      ...{ id: draftId, kind: "session", title: null, fields: { price: "quatorze" } },
      updatedAt: NOW,
    });
    const soon = { ...ctx, now: () => new Date(NOW.getTime() + MINUTE) };
    await saveDraft(soon, { draftId, kind: "session", fields: yoga });
    expect(await showDraft(ctx, { draftId })).toMatchObject({ title: "Yoga doux", fields: yoga });
    const second = newId();
    await saveDraft(ctx, { draftId: second, kind: "activity", fields: { title: "Atelier" } });
    expect((await listDrafts(ctx)).map(({ id }) => id)).toEqual([draftId, second]);
    const { drafts, counts } = await searchOwnOfferings(ctx, { etat: "brouillon", q: "yoga" });
    expect([counts.brouillon, drafts]).toEqual([
      1,
      [{ id: draftId, kind: "session", title: "Yoga doux", updatedAt: soon.now() }],
    ]);
    await discardDraft(ctx, { draftId });
    await discardDraft(ctx, { draftId });
    await expect(showDraft(ctx, { draftId })).rejects.toMatchObject({ code: "not_found" });
    const used = await db.select({ count: profiles.sessionCount }).from(profiles);
    expect(used.every(({ count }) => count === 0)).toBe(true);
  });

  dataTest("is its author's alone", async ({ db }) => {
    const ctx = await makeOwner(db);
    const other = await makeOwner(db);
    const draftId = newId();
    await saveDraft(ctx, { draftId, kind: "session", fields: yoga });
    const taken = { draftId, kind: "session", fields: {} } as const;
    await expect(saveDraft(other, taken)).rejects.toMatchObject({ code: "not_found" });
    await expect(showDraft(other, { draftId })).rejects.toMatchObject({ code: "not_found" });
    await discardDraft(other, { draftId });
    expect(await listDrafts(other)).toEqual([]);
    expect(await showDraft(ctx, { draftId })).toMatchObject({ fields: yoga });
    const client = makeContext(db, { actor: await actorOf(db, (await makeUser(db)).id) });
    for (const [who, code] of [
      [client, "forbidden"],
      [makeContext(db), "unauthenticated"],
    ] as const) {
      for (const act of [
        () => saveDraft(who, taken),
        () => showDraft(who, { draftId }),
        () => discardDraft(who, { draftId }),
        () => listDrafts(who),
      ]) {
        await expect(act()).rejects.toMatchObject({ code });
      }
    }
  });

  dataTest("is no place to store anything else, and there are 50 at most", async ({ db }) => {
    const ctx = await makeOwner(db);
    for (const fields of [
      { title: "a".repeat(6_001) },
      { [`n${"o".repeat(60)}`]: "" },
      { tags: Array.from({ length: 61 }, () => "a") },
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, "é".repeat(5_000)])),
    ]) {
      await expect(
        saveDraft(ctx, { draftId: newId(), kind: "session", fields }),
      ).rejects.toMatchObject({ code: "invalid_input" });
    }
    const last = newId();
    const save = (draftId: string) => saveDraft(ctx, { draftId, kind: "session", fields: yoga });
    for (let made = 1; made < 50; made += 1) await save(newId());
    await save(last);
    await expect(save(newId())).rejects.toMatchObject({ code: "conflict" });
    await save(last);
    expect(await db.$count(offeringDrafts)).toBe(50);
  });
});
