import { asc, eq, isNull, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivityType, makeSession } from "#test/make/catalogue.ts";
import { actorOf, makeContext, startJobs } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { decideCategory, listProposals } from "../../categories/decide-category.server.ts";
import type { Context } from "../../context.server.ts";
import { showLanding } from "../../landings/show-landing.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { suggestSearches } from "../../search/typing/suggest-searches.server.ts";
import {
  activityTypes,
  listings,
  offerings,
  professionalProfiles,
  profiles,
  scheduleRules,
  slots,
} from "../../tables.server.ts";
import { listActivityTypes } from "../activity-types/manage-types.server.ts";
import { canCreateSession, recountSessions } from "../quota/use-quota.server.ts";
import { showOffering } from "../views/show-offering.server.ts";
import { createOffering } from "./create-offering.server.ts";
import type { SessionInput } from "./schema.ts";
import { updateOffering } from "./update-offering.server.ts";

/** The form with every field filled in. */
const COMPLETE: Partial<SessionInput> = {
  title: "  Yoga   du soir ",
  description: "Une heure pour souffler.\r\n\r\nTapis fournis.",
  price: "24,90",
  discountedPrice: "19.9",
  duration: 75,
  sessionType: "group",
  capacity: 8,
  address: "12 rue d'Austerlitz",
  city: "Lyon",
  postalCode: "69004",
  category: "Yoga",
  requirements: "Une tenue souple",
  included: "Tapis",
  tags: [" Débutant", "débutant ", "", "Sommeil"],
  date: "2026-11-27",
  startTime: "18:30",
};

async function makeSeller(
  db: Database,
  options: { plan?: string | null; sessionCount?: number; payments?: boolean } = {},
) {
  const { plan = "free", sessionCount = 0, payments = true } = options;
  const monthSince = new Date("2026-11-05T08:00:00Z");
  const user = await makeUser(db, {
    ...{ isPro: true, sessionCount },
    ...{ quotaAnchor: monthSince, lastQuotaReset: monthSince },
  });
  if (plan) await makePlan(db, { userId: user.id, planType: plan });
  const professional = await makeProfessional(db, { user, payments });
  const actor = await actorOf(db, user.id);
  return { user, professional, ctx: makeContext(db, { actor }) };
}

const usageOf = async (db: Database, userId: string) =>
  (await db.select().from(profiles).where(eq(profiles.id, userId)))[0];

describe("creating a session", () => {
  dataTest("stores what was typed, tidied up, with one slot that can be found", async ({ db }) => {
    const { ctx, professional, user } = await makeSeller(db);
    const type = await makeActivityType(db, "Yoga");
    const { id: sessionId, isRecurring } = await createOffering(ctx, "session", COMPLETE);
    expect(isRecurring).toBe(false);
    const [session] = await db.select().from(offerings);
    expect(session).toMatchObject({
      id: sessionId,
      professionalId: professional.id,
      activityTypeId: type.id,
      title: "Yoga du soir",
      description: "Une heure pour souffler.\n\nTapis fournis.",
      priceCents: 2_490,
      discountedPriceCents: 1_990,
      duration: 75,
      capacity: 8,
      isActive: true,
      isOnline: false,
      isRecurring: false,
      tags: ["Débutant", "Sommeil"],
      included: "Tapis",
    });
    const made = await db.select().from(slots);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      startDatetime: new Date("2026-11-27T17:30:00Z"),
      endDatetime: new Date("2026-11-27T18:45:00Z"),
      capacity: 8,
      availableSpots: 8,
    });
    expect(await db.$count(listings)).toBe(1);
    expect((await usageOf(db, user.id))?.sessionCount).toBe(1);
  });

  dataTest("what is online keeps its link and has no place", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    await createOffering(ctx, "session", {
      ...COMPLETE,
      isOnline: true,
      onlineLink: "https://visio.example.fr/salle",
    });
    const [session] = await db.select().from(offerings);
    expect(session).toMatchObject({
      isOnline: true,
      onlineLink: "https://visio.example.fr/salle",
      ...{ address: null, city: null, postalCode: null },
    });
  });

  dataTest("numbers are read as French and English write them", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    const group = { ...COMPLETE, duration: "75", capacity: " 8 " };
    await createOffering(ctx, "session", { ...group, price: "45,50", discountedPrice: "40,05 €" });
    await createOffering(ctx, "session", { ...group, price: "45.50", discountedPrice: "40.05" });
    await createOffering(ctx, "session", { ...group, price: "1 045,5", discountedPrice: null });
    const rows = await db.select().from(offerings).orderBy(asc(offerings.id));
    const prices = rows.map((row) => [row.priceCents, row.discountedPriceCents]);
    expect(prices).toEqual([
      ...[
        [4_550, 4_005],
        [4_550, 4_005],
        [104_550, null],
      ],
    ]);
    for (const { duration, capacity } of rows) expect([duration, capacity]).toEqual([75, 8]);
  });

  dataTest("individual is for one, a group for two at least", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    await createOffering(ctx, "session", { ...COMPLETE, sessionType: "individual", capacity: 9 });
    await createOffering(ctx, "session", {
      ...COMPLETE,
      sessionType: "group",
      capacity: undefined,
    });
    const rows = await db.select().from(offerings).orderBy(offerings.id);
    expect(rows.map(({ capacity }) => capacity)).toEqual([1, 2]);
    const made = await db.select().from(slots).orderBy(slots.id);
    expect(made.map(({ capacity }) => capacity)).toEqual([1, 2]);
  });

  dataTest("a category is one whatever its case, and is made when new", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    await createOffering(ctx, "session", { ...COMPLETE, category: "Danse africaine" });
    await createOffering(ctx, "session", { ...COMPLETE, category: "danse AFRICAINE" });
    const typed = () => db.select().from(activityTypes).where(isNull(activityTypes.acceptedAt));
    expect(await typed()).toMatchObject([{ name: "Danse africaine", category: "session" }]);
    const foreign = { ...COMPLETE, category: null, activityTypeId: newId() };
    await expect(createOffering(ctx, "session", foreign)).rejects.toMatchObject({
      fields: { activityTypeId: ["Cette catégorie n'existe pas"] },
    });
  });

  dataTest("a category that was typed is its author's, until it is accepted", async ({ db }) => {
    const author = await makeSeller(db);
    const other = await makeSeller(db);
    const { id: sessionId } = await createOffering(author.ctx, "session", {
      ...COMPLETE,
      category: "Rire",
    });
    const visitor = makeContext(db);
    const offered = async (ctx: Context) =>
      (await listActivityTypes(ctx)).some(({ name }) => name === "Rire");
    const suggested = async () =>
      (await suggestSearches(visitor, { field: "what", q: "rire" })).some(
        ({ kind }) => kind === "activity",
      );
    expect(await Promise.all([author.ctx, other.ctx, visitor].map(offered))).toEqual([
      ...[true, false, false],
    ]);
    expect(await suggested()).toBe(false);
    await expect(showLanding(visitor, { activity: "rire" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await showOffering(visitor, "session", sessionId)).toMatchObject({ category: "Rire" });
    const [type] = await db.select().from(activityTypes).where(eq(activityTypes.name, "Rire"));
    const byId = { ...COMPLETE, category: null, activityTypeId: type?.id };
    await expect(createOffering(other.ctx, "session", byId)).rejects.toMatchObject({
      fields: { activityTypeId: ["Cette catégorie n'existe pas"] },
    });
    await createOffering(author.ctx, "session", byId);
    const operator = { ...visitor, operator: COMMAND_LINE };
    expect(await listProposals(operator)).toMatchObject([{ name: "Rire", sessions: 2 }]);

    const accepted = { typeId: type?.id, decision: "accept", reason: "Elle manquait encore." };
    expect(await decideCategory(operator, accepted)).toBe("Rire");
    expect(await Promise.all([author.ctx, other.ctx, visitor].map(offered))).toEqual([
      ...[true, true, true],
    ]);
    expect(await suggested()).toBe(true);
    expect(await showLanding(visitor, { activity: "rire" })).toMatchObject({
      figures: { sessions: 2 },
    });
    await createOffering(other.ctx, "session", byId);
    expect(await listProposals(operator)).toEqual([]);
  });

  dataTest("a slot that cannot be written takes its session with it", async ({ db }) => {
    const { ctx, user } = await makeSeller(db);
    await db.execute(sql`alter table slots add constraint full_disk check (false)`);
    await expect(createOffering(ctx, "session", COMPLETE)).rejects.toMatchObject({
      ...{ code: "unexpected", message: "Erreur lors de la création de la session" },
    });
    expect(await db.$count(offerings)).toBe(0);
    expect((await usageOf(db, user.id))?.sessionCount).toBe(0);
  });

  dataTest("what comes again gets no slot here, and a job for them", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    const { isRecurring } = await createOffering(ctx, "session", {
      ...COMPLETE,
      date: null,
      isRecurring: true,
      recurringDays: ["thursday", "monday", "monday"],
      recurringUntil: "2026-12-31",
    });
    expect(isRecurring).toBe(true);
    expect(await db.$count(slots)).toBe(0);
    expect((await db.select().from(offerings))[0]).toMatchObject({ isRecurring: true });
    expect(await db.select().from(scheduleRules)).toMatchObject([
      { weekdays: [1, 4], starts: "18:30:00", untilDay: "2026-12-31" },
    ]);
    const { rows } = await db.execute("select data from pgboss.job where name = 'generate-slots'");
    expect(rows).toHaveLength(1);
  });
});

describe("what the form refuses", () => {
  dataTest("an empty one, in one sentence", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    await expect(createOffering(ctx, "session", {})).rejects.toMatchObject({
      ...{ code: "invalid_input", message: "Veuillez remplir tous les champs obligatoires" },
      fields: { title: ["Ce champ est obligatoire"] },
    });
  });

  const recurring = { date: null, isRecurring: true };
  const ELSEWHERE =
    "Sur place, vos offres ont lieu en France métropolitaine, en Corse ou à Monaco. Ailleurs, proposez-les en ligne.";
  const CODE = "Écrivez un code postal comme 69001, 1050 ou H2X 1Y4";
  const cases: [string, Partial<SessionInput>, string, string][] = [
    ["no title", { title: " " }, "title", "Ce champ est obligatoire"],
    ["no description", { description: "" }, "description", "Ce champ est obligatoire"],
    ["no price", { price: "" }, "price", "Ce champ est obligatoire"],
    ["a negative price", { price: -1 }, "price", "Le prix doit être un nombre positif"],
    ["no postcode", { postalCode: "abc" }, "postalCode", CODE],
    ["a price of words", { price: "cher" }, "price", "Le prix doit être un nombre positif"],
    ["a fortune", { price: "10 000,01" }, "price", "10 000 € au plus"],
    ["no way to write a price", { price: "1e2" }, "price", "Le prix doit être un nombre positif"],
    ["two prices in one", { price: "45 50" }, "price", "Le prix doit être un nombre positif"],
    ["perhaps thousands", { price: "4,550" }, "price", "Le prix a deux décimales au plus"],
    ["too little for Stripe", { price: 0.4 }, "price", "Le prix est de 0 € ou d'au moins 0,50 €"],
    [
      "a reduction that is none",
      { discountedPrice: 24.9 },
      "discountedPrice",
      "Le prix réduit doit être inférieur au prix",
    ],
    ["50 minutes", { duration: 50 }, "duration", "La durée va de 15 minutes à 24 heures"],
    ["51 seats", { capacity: 51 }, "capacity", "Le nombre de places va de 2 à 50 pour un groupe"],
    ["a third decimal", { price: 19.999 }, "price", "Le prix a deux décimales au plus"],
    [
      "an hour that spring skips",
      { date: "2027-03-28", startTime: "02:30" },
      "startTime",
      "Cette heure n'existe pas ce jour-là : on passe à l'heure d'été",
    ],
    ["no city", { city: "" }, "city", "Ce champ est obligatoire"],
    ["no category", { category: null }, "category", "Ce champ est obligatoire"],
    ["signs for a category", { category: "</>" }, "category", "Écrivez la catégorie en lettres"],
    [
      "a link that is not safe",
      { isOnline: true, onlineLink: "http://visio.example.fr" },
      "onlineLink",
      "Le lien doit commencer par https://",
    ],
    [
      "a script for a link",
      { isOnline: true, onlineLink: "javascript:alert(1)" },
      "onlineLink",
      "Le lien doit commencer par https://",
    ],
    [
      "a picture from elsewhere",
      { imageUrl: "https://example.com/x.jpg" },
      "imageUrl",
      "Choisissez une image téléchargée sur ce site",
    ],
    ["no date", { date: "" }, "date", "Veuillez renseigner la date et l'heure de début"],
    ["no hour", { startTime: "" }, "startTime", "Veuillez renseigner la date et l'heure de début"],
    [
      "yesterday",
      { date: "2026-11-19" },
      "date",
      "La date et l'heure de début doivent être à venir",
    ],
    ["this morning", { date: "2026-11-20", startTime: "09:59" }, "date", "La date et l'heure"],
    ["a day that is none", { date: "2026-02-30" }, "date", "La date n'est pas valable"],
    ["year 275760", { date: "275760-01-01" }, "date", "10 caractères au plus"],
    ["in three years", { date: "2029-11-20" }, "date", "Choisissez une date dans les deux ans"],
    [
      "no weekday",
      { ...recurring, recurringDays: [] },
      "recurringDays",
      "Veuillez sélectionner au moins un jour pour la récurrence",
    ],
    [
      "an end in the past",
      { ...recurring, recurringDays: ["monday"], recurringUntil: "2026-11-19" },
      "recurringUntil",
      "La date de fin doit être à venir",
    ],
    // NOW is a Friday.
    [
      "an end before the first Monday",
      { ...recurring, recurringDays: ["monday"], recurringUntil: "2026-11-22" },
      "recurringUntil",
      "Aucun des jours choisis ne vient d'ici cette date de fin",
    ],
    ["Réunion", { postalCode: "97400" }, "postalCode", ELSEWHERE],
    ["Nouméa", { postalCode: "98 800" }, "postalCode", ELSEWHERE],
    ["Brussels", { postalCode: "1050" }, "postalCode", ELSEWHERE],
    ["no street", { address: " " }, "address", "Ce champ est obligatoire"],
    ["eleven tags", { tags: [..."abcdefghijk"] }, "tags", "10 mots-clés au plus"],
  ];
  dataTest(
    "the postcode of a business elsewhere, where its address is taken, unless online (rule: where-on-site)",
    async ({ db }) => {
      const { ctx, professional } = await makeSeller(db);
      const away = { businessPostalCode: "97400", businessCity: "Saint-Denis" };
      await db
        .update(professionalProfiles)
        .set(away)
        .where(eq(professionalProfiles.id, professional.id));
      const { address: _, city: __, postalCode: ___, ...placeless } = COMPLETE;
      const where = { ...ctx, actor: await actorOf(db, professional.userId) };
      await expect(createOffering(where, "session", placeless)).rejects.toMatchObject({
        fields: { postalCode: [ELSEWHERE] },
      });
      const corsica = { city: "Bastia", postalCode: "20200", address: "1 quai" };
      const monaco = { city: "Monaco", postalCode: "98000", address: "1 quai" };
      const online = { ...placeless, isOnline: true };
      for (const fields of [{ ...COMPLETE, ...corsica }, { ...COMPLETE, ...monaco }, online]) {
        await createOffering(where, "session", {
          ...fields,
          isRecurring: true,
          date: null,
          recurringDays: ["monday"],
        });
      }
      const [last] = await db.select().from(offerings).where(eq(offerings.isOnline, true));
      expect(last).toMatchObject({ city: null, postalCode: null, address: null });
      const { id } = last ?? {};
      await expect(
        updateOffering(where, "session", { id: String(id), changes: { isOnline: false } }),
      ).rejects.toMatchObject({ fields: { postalCode: [ELSEWHERE] } });
    },
  );

  dataTest("by field, in French, and nothing is stored", async ({ db }) => {
    const { ctx, user } = await makeSeller(db);
    for (const [name, change, field, message] of cases) {
      const refusal = await createOffering(ctx, "session", { ...COMPLETE, ...change }).catch(
        (error) => error,
      );
      expect(refusal, name).toMatchObject({ code: "invalid_input" });
      expect(refusal.fields[field]?.[0].replace(/\s/g, " "), name).toContain(message);
    }
    const empty = { city: "", address: "" };
    const nothing = await createOffering(ctx, "session", empty).catch((error) => error);
    expect(Object.keys(nothing.fields).sort()).toEqual([
      ...["address", "category", "city", "date", "description", "price", "startTime", "title"],
    ]);
    expect(await db.$count(offerings)).toBe(0);
    expect((await usageOf(db, user.id))?.sessionCount).toBe(0);
  });
});

describe("somewhere to go (rule: somewhere-to-go)", () => {
  const { address: _, city: __, postalCode: ___, ...UNPLACED } = COMPLETE;
  const placeOf = async (db: Database, id: string) => {
    const [row] = await db.select().from(offerings).where(eq(offerings.id, id));
    return row && [row.address, row.postalCode, row.city];
  };

  dataTest(
    "a program that names no street gets its business's, in the same city",
    async ({ db }) => {
      const { ctx } = await makeSeller(db);
      for (const city of [undefined, "LYON"]) {
        const { id } = await createOffering(ctx, "session", { ...UNPLACED, ...(city && { city }) });
        expect(await placeOf(db, id)).toEqual(["1 rue de la Paix", "69001", "Lyon"]);
      }
    },
  );

  dataTest("in another city, or without a street of one's own, it is asked for", async ({ db }) => {
    const { ctx, professional } = await makeSeller(db);
    const fields = { address: ["Ce champ est obligatoire"] };
    const elsewhere = { ...UNPLACED, city: "Paris" };
    await expect(createOffering(ctx, "session", elsewhere)).rejects.toMatchObject({ fields });
    await db
      .update(professionalProfiles)
      .set({ businessAddress: null })
      .where(eq(professionalProfiles.id, professional.id));
    const here = { ...UNPLACED, city: "Lyon" };
    await expect(createOffering(ctx, "session", here)).rejects.toMatchObject({ fields });
    expect(await db.$count(offerings)).toBe(0);
  });

  dataTest("online needs neither a street nor, to be published, a link", async ({ db }) => {
    const { ctx } = await makeSeller(db);
    const { id } = await createOffering(ctx, "session", { ...UNPLACED, isOnline: true });
    expect(await placeOf(db, id)).toEqual([null, null, null]);
  });

  dataTest("an older one without a street stays, and its next edit adds it", async ({ db }) => {
    const { ctx, professional } = await makeSeller(db);
    const { id } = await makeSession(db, { professional, address: null });
    const there = await makeSession(db, { professional, address: null, city: "Paris" });
    await updateOffering(ctx, "session", { id, changes: { title: "Yoga doux" } });
    expect(await placeOf(db, id)).toEqual(["1 rue de la Paix", "69001", "Lyon"]);
    const edit = { id: there.id, changes: { title: "Yoga doux" } };
    await expect(updateOffering(ctx, "session", edit)).rejects.toMatchObject({
      fields: { address: ["Ce champ est obligatoire"] },
    });
  });
});

describe("who may create (rule: bookable)", () => {
  dataTest("a professional with a payment account, and nobody else", async ({ db }) => {
    await expect(createOffering(makeContext(db), "session", COMPLETE)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const client = makeContext(db, { actor: await actorOf(db, (await makeUser(db)).id) });
    await expect(createOffering(client, "session", COMPLETE)).rejects.toMatchObject({
      code: "forbidden",
      message: "Profil professionnel requis",
    });
    const { ctx } = await makeSeller(db, { payments: false });
    await expect(createOffering(ctx, "session", COMPLETE)).rejects.toMatchObject({
      code: "payments_required",
      message: "Vous devez configurer vos paiements Stripe avant de créer des sessions.",
    });
    expect(await db.$count(offerings)).toBe(0);
  });
});

describe("the quota (rule: quota-month)", () => {
  dataTest("of 100 creations at 4 of 5 exactly one succeeds", async ({ db }) => {
    const { ctx, user } = await makeSeller(db, { sessionCount: 4 });
    await makeActivityType(db, "Yoga");
    await startJobs(db);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, () => createOffering(ctx, "session", COMPLETE)),
    );
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(99);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { code: "quota_reached" } });
    }
    expect(await db.$count(offerings)).toBe(1);
    expect((await usageOf(db, user.id))?.sessionCount).toBe(5);
  });

  dataTest("names the plan that is used up, before anything else is judged", async ({ db }) => {
    const { ctx, user } = await makeSeller(db, { sessionCount: 5 });
    await expect(createOffering(ctx, "session", {})).rejects.toMatchObject({
      message:
        "Vous avez atteint la limite de sessions de votre plan Free. Mettez à niveau votre abonnement pour créer plus de sessions.",
    });
    expect(await canCreateSession(ctx, { userId: user.id })).toBe(false);
  });

  dataTest("is 0 without a plan, and has no end with expand", async ({ db }) => {
    const none = await makeSeller(db, { plan: null });
    await expect(createOffering(none.ctx, "session", COMPLETE)).rejects.toMatchObject({
      ...{ code: "quota_reached", message: "Choisissez un plan pour créer des sessions." },
    });
    const endless = await makeSeller(db, { plan: "expand", sessionCount: 900 });
    await createOffering(endless.ctx, "session", COMPLETE);
    expect(await canCreateSession(endless.ctx, { userId: endless.user.id })).toBe(true);
  });

  dataTest("begins anew with the month, counted from the anchor", async ({ db }) => {
    const { ctx, user } = await makeSeller(db, { sessionCount: 5 });
    const later = { ...ctx, now: () => new Date("2026-12-05T08:00:00Z") };
    await createOffering(later, "session", { ...COMPLETE, date: "2026-12-11" });
    expect(await usageOf(db, user.id)).toMatchObject({
      sessionCount: 1,
      lastQuotaReset: new Date("2026-12-05T08:00:00Z"),
      quotaAnchor: new Date("2026-11-05T08:00:00Z"),
    });
  });

  dataTest("is recounted for its owner alone, and nothing else changes", async ({ db }) => {
    const { ctx, user } = await makeSeller(db);
    await createOffering(ctx, "session", COMPLETE);
    await db.update(profiles).set({ sessionCount: 4 }).where(eq(profiles.id, user.id));
    const before = await usageOf(db, user.id);
    expect(await recountSessions(ctx, { userId: user.id })).toBe(1);
    expect(await usageOf(db, user.id)).toEqual({ ...before, sessionCount: 1 });
    const other = await makeSeller(db);
    for (const call of [recountSessions, canCreateSession]) {
      await expect(call(other.ctx, { userId: user.id })).rejects.toMatchObject({
        code: "forbidden",
      });
    }
  });
});
