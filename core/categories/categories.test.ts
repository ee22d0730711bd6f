import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivityType, makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest, untilWaiting } from "#test/make/database.ts";
import { receiveMails } from "#test/make/mailbox.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { keepAlert, listAlerts } from "../alerts/keep-alert.server.ts";
import {
  findNewName,
  holdTypes,
  listFilterCategories,
} from "../catalogue/activity-types/manage-types.server.ts";
import { updateOffering } from "../catalogue/authoring/update-offering.server.ts";
import type { Context } from "../context.server.ts";
import { showLanding } from "../landings/show-landing.server.ts";
import { refreshListings } from "../listings/refresh-listings.server.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import { REASON_WANTED } from "../operators/acts/rules.ts";
import { showHome } from "../search/show-home.server.ts";
import { activityTypes, dailyPlaces, offeringDrafts, offerings } from "../tables.server.ts";
import { findOwnWork } from "../work-queue/show-queue.server.ts";
import { decideCategory, listCategories, showCategory } from "./decide-category.server.ts";
import { refreshCategory } from "./refresh-category.server.ts";
import { DECISIONS, seenAs, stateOf } from "./rules.ts";

const reason = "Deux mots pour la même chose.";

/** A category that a professional has typed, with a session of theirs that can be booked. */
async function propose(db: Database, name: string) {
  const professional = await makeProfessional(db, { businessName: `Cabinet ${name}` });
  const session = await makeSession(db, { professional, category: name });
  await makeSlot(db, { session });
  await db.update(activityTypes).set({ acceptedAt: null }).where(eq(activityTypes.name, name));
  await db.transaction((tx) => refreshListings(tx, [session.id], NOW));
  return { typeId: String(session.activityTypeId), session, professional };
}

async function open(db: Database) {
  const ctx = makeContext(db);
  const operator = await makeOperatorContext(ctx);
  const decide = (asked: object) => decideCategory(operator, { reason, ...asked });
  return { ctx, operator, decide };
}

const foundBy = async (ctx: Context, category: string) =>
  (await searchSessions(ctx, { category })).sessions.map(({ id }) => id);

describe("a category that was typed", () => {
  dataTest("waits in the queue, and is offered to everybody as corrected", async ({ db }) => {
    const { ctx, operator, decide } = await open(db);
    const { typeId, session } = await propose(db, "yoga nidraa");
    expect(await findOwnWork(operator, { kind: "category", id: typeId })).toMatchObject({
      ...{ title: "yoga nidraa", context: "Séances : 1. Cabinet yoga nidraa", within: "7 jours" },
    });
    const accepted = {
      typeId,
      decision: "accept",
      name: "Yoga nidra",
      reason: "Plusieurs le pratiquent.",
    };
    expect(await decide(accepted)).toBe("Yoga nidra");
    expect(await findOwnWork(operator, { kind: "category", id: typeId })).toBeNull();
    await refreshCategory(ctx, { typeId });
    expect(await showLanding(ctx, { activity: "yoga-nidra" })).toMatchObject({
      activity: { name: "Yoga nidra", formerNames: ["yoga nidraa"] },
      figures: { sessions: 1 },
    });
    expect(await foundBy(ctx, "YOGA NIDRAA")).toEqual([session.id]);
    const received = await receiveMails(ctx);
    expect(received.map(({ subject }) => subject)).toEqual([
      "Votre catégorie « Yoga nidra » est offerte à tous",
    ]);
    const [act] = await listActsOn(operator, { kind: "category", id: typeId });
    expect(act).toMatchObject({
      ...{ act: "category_accepted", operator: "Léa" },
      details: { before: { name: "yoga nidraa" }, after: { name: "Yoga nidra" } },
    });
  });

  dataTest(
    "is refused with a reason that its professional reads, and kept by them",
    async ({ db }) => {
      const { ctx, operator, decide } = await open(db);
      const { typeId, session } = await propose(db, "Rire");
      await expect(decide({ typeId, decision: "refuse", reason: " " })).rejects.toMatchObject({
        fields: { reason: [REASON_WANTED] },
      });
      await decide({ typeId, decision: "refuse", reason: "Ce n'est pas une pratique." });
      const received = await receiveMails(ctx);
      expect(received[0]?.subject).toBe("La catégorie « Rire » reste la vôtre seule");
      expect(received[0]?.text).toContain("Ce n'est pas une pratique.");
      expect(await findOwnWork(operator, { kind: "category", id: typeId })).toBeNull();
      expect(await foundBy(ctx, "Rire")).toEqual([session.id]);
      await expect(decide({ typeId, decision: "refuse" })).rejects.toMatchObject({
        code: "conflict",
      });
      expect(await decide({ typeId, decision: "accept" })).toBe("Rire");
    },
  );
});

dataTest(
  "what uses a category goes along when it is merged, and nothing is lost",
  async ({ db }) => {
    const { ctx, operator, decide } = await open(db);
    const { typeId, session, professional } = await propose(db, "Massage suédois");
    const old = await makeSession(db, { professional, category: "Massage suédois" });
    await db
      .update(offerings)
      .set({ deletedAt: NOW, isActive: false })
      .where(eq(offerings.id, old.id));
    const into = await makeActivityType(db, "Massage");
    const client: Context = { ...ctx, actor: await actorOf(db, (await makeUser(db)).id) };
    await keepAlert(client, { category: "massage suedois", seats: "2" });
    await keepAlert(client, { category: "Massage", place: "Lyon" });
    await keepAlert(client, { category: "Massage suédois", place: "Lyon" });
    const draft = { professionalId: professional.id, kind: "session", updatedAt: NOW } as const;
    const fields = { title: "Dos", category: "Massage suédois" };
    await db.insert(offeringDrafts).values({ id: newId(), ...draft, fields });
    const sums = {
      ...{ seats: 3, filled: 2, eveningSeats: 1, eveningFilled: 1 },
      ...{ cents: 900, holds: 1, paid: 1, views: 4 },
    };
    const [day, town] = ["2026-11-01", "Lyon"];
    await db.insert(dailyPlaces).values([
      { ...sums, day, town, category: "Massage suédois" },
      { ...sums, day, town, category: "Massage" },
      { ...sums, day, town: "Brest", category: "Massage suédois" },
    ]);

    expect(await decide({ typeId, decision: "merge", intoId: into.id })).toBe("Massage");
    await refreshCategory(ctx, { typeId: into.id });
    expect(await showCategory(operator, { typeId: into.id })).toMatchObject({
      ...{ sessions: 1, professionals: 1, alerts: 2, formerNames: ["Massage suédois"] },
    });
    expect(await showCategory(operator, { typeId })).toMatchObject({
      ...{ state: "merged", sessions: 0, mergedInto: { name: "Massage" } },
    });
    expect(await db.$count(offerings, eq(offerings.activityTypeId, into.id))).toBe(2);
    const kept = await listAlerts(client);
    expect(kept.map(({ conditions }) => [conditions.category, conditions.place])).toEqual([
      ["Massage", undefined],
      ["Massage", "Lyon"],
    ]);
    const { rows } = await db.execute<{ same: boolean }>(
      sql`select bool_and(type = number_of('#massage')) as same from alerts`,
    );
    expect(rows).toEqual([{ same: true }]);
    const [begun] = await db.select().from(offeringDrafts);
    expect(begun?.fields).toEqual({ title: "Dos", category: "Massage" });
    const places = await db.select().from(dailyPlaces).orderBy(dailyPlaces.town);
    expect(places.map((row) => [row.town, row.category, row.seats, row.cents, row.views])).toEqual([
      ["Brest", "Massage", 3, 900, 4],
      ["Lyon", "Massage", 6, 1_800, 8],
    ]);
    expect(await foundBy(ctx, "Massage suédois")).toEqual([session.id]);
    expect(await showLanding(ctx, { activity: "massage" })).toMatchObject({
      figures: { sessions: 1 },
    });
    const names = (await listCategories(operator)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Massage"]));
    expect(names).not.toContain("Massage suédois");
  },
);

dataTest("every former name leads to the last in one step, and back in none", async ({ db }) => {
  const { ctx, decide } = await open(db);
  const type = await makeActivityType(db, "Hypno");
  const leads = (name: string) => findNewName(ctx, name);
  const rename = (name: string) => decide({ typeId: type.id, decision: "rename", name });
  await rename("Hypnose douce");
  await rename("Autohypnose");
  expect([await leads("hypno"), await leads("HYPNOSE douce"), await leads("Autohypnose")]).toEqual([
    ...["Autohypnose", "Autohypnose", null],
  ]);
  const other = await makeActivityType(db, "Transe");
  await expect(
    decide({ typeId: other.id, decision: "rename", name: "hypno" }),
  ).rejects.toMatchObject({ fields: { name: [expect.stringContaining("fusionnez-les")] } });
  await rename("Hypno");
  expect([await leads("Hypno"), await leads("Autohypnose")]).toEqual([null, "Hypno"]);
  await rename("HYPNO");
  expect(await leads("Hypno")).toBeNull();
  await decide({ typeId: type.id, decision: "merge", intoId: other.id });
  const last = ["Hypno", "Hypnose douce", "Autohypnose"];
  expect(await Promise.all(last.map(leads))).toEqual(["Transe", "Transe", "Transe"]);
  await expect(
    decide({ typeId: other.id, decision: "merge", intoId: type.id }),
  ).rejects.toMatchObject({ fields: { intoId: [expect.any(String)] } });
});

describe("at the same moment", () => {
  dataTest("of two operators one decides, and of two merges of a pair one", async ({ db }) => {
    const { decide } = await open(db);
    const { typeId } = await propose(db, "Rire");
    const [one, other] = [await makeActivityType(db, "Un"), await makeActivityType(db, "Deux")];
    const seen = seenAs("proposed", "Rire");
    const decided = await Promise.allSettled([
      decide({ typeId, seen, decision: "accept", name: "Rigologie" }),
      decide({ typeId, seen, decision: "refuse" }),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const merged = await Promise.allSettled([
      decide({ typeId: one.id, decision: "merge", intoId: other.id }),
      decide({ typeId: other.id, decision: "merge", intoId: one.id }),
    ]);
    expect(merged.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = await db
      .select({ mergedIntoId: activityTypes.mergedIntoId })
      .from(activityTypes)
      .where(sql`name in ('Un', 'Deux') and merged_into_id is not null`);
    expect(left).toHaveLength(1);
  });

  dataTest("a session saved under the old name is saved under the new", async ({ db }) => {
    const { ctx, decide } = await open(db);
    const { typeId, session, professional } = await propose(db, "Rire");
    const into = await makeActivityType(db, "Coaching");
    const owner = { ...ctx, actor: await actorOf(db, professional.userId) };
    const client: Context = { ...ctx, actor: await actorOf(db, (await makeUser(db)).id) };
    // Somebody saves meanwhile: the merge waits for them, and whoever comes then waits for the merge.
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const saving = db.transaction(async (tx) => {
      await holdTypes(tx);
      held.resolve();
      await release.promise;
      await tx.update(offerings).set({ title: "Pendant" }).where(eq(offerings.id, session.id));
    });
    await held.promise;
    const merging = decide({ typeId, decision: "merge", intoId: into.id });
    await untilWaiting(db, 1);
    const changes = { category: "Rire", title: "Après" };
    const after = [
      updateOffering(owner, "session", { id: session.id, changes }),
      keepAlert(client, { category: "Rire" }),
    ];
    await untilWaiting(db, 3);
    release.resolve();
    await Promise.all([saving, merging, ...after]);
    const [saved] = await db.select().from(offerings).where(eq(offerings.id, session.id));
    expect(saved).toMatchObject({ title: "Après", activityTypeId: into.id });
    expect((await listAlerts(client))[0]?.conditions.category).toBe("Coaching");
  });
});

dataTest("the nine of the filter stay, by whatever name, and take others in", async ({ db }) => {
  const { ctx, decide } = await open(db);
  const yoga = await makeActivityType(db, "Yoga");
  for (const asked of [
    { decision: "withdraw" },
    { decision: "merge", intoId: (await makeActivityType(db, "Hypnose")).id },
  ]) {
    await expect(decide({ typeId: yoga.id, ...asked })).rejects.toMatchObject({ code: "conflict" });
  }
  const { typeId } = await propose(db, "Yogaa");
  expect(await decide({ typeId, decision: "merge", intoId: yoga.id })).toBe("Yoga");
  expect(await decide({ typeId: yoga.id, decision: "rename", name: "Postures" })).toBe("Postures");
  const [first, second, ...others] = await listFilterCategories(ctx);
  expect(first).toEqual({ name: "Postures", formerNames: ["Yoga", "Yogaa"] });
  expect([second?.name, others.length]).toEqual(["Massage", 7]);
  const found = (await showHome(ctx).categories()).find(({ name }) => name === "Postures");
  expect(found).toMatchObject({ formerNames: ["Yoga", "Yogaa"] });
});

test("each state has its decisions", () => {
  const row = { acceptedAt: null, decidedAt: null, mergedIntoId: null, filterPlace: null };
  expect(stateOf(row)).toBe("proposed");
  expect(stateOf({ ...row, decidedAt: NOW })).toBe("kept");
  expect(stateOf({ ...row, acceptedAt: NOW, decidedAt: NOW })).toBe("standing");
  expect(stateOf({ ...row, mergedIntoId: "x" })).toBe("merged");
  expect(stateOf({ ...row, acceptedAt: NOW, filterPlace: 3 })).toBe("filter");
  expect(DECISIONS.standing).toEqual(["rename", "merge", "withdraw"]);
  expect(DECISIONS.filter).toEqual(["rename"]);
});
