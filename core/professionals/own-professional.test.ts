import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { listings, professionalProfiles, profiles } from "../tables.server.ts";
import { createProfessional } from "./create-professional.server.ts";
import { showOwnProfessional } from "./show-seller.server.ts";
import { updateProfessional } from "./update-professional.server.ts";

const business = {
  businessName: "Atelier du souffle",
  businessDescription: "Une salle claire.\nDeux tapis.",
};

describe("creating one's professional profile", () => {
  dataTest("keeps the business fields, blank ones as null, and opens nothing", async ({ db }) => {
    const user = await makeUser(db, { isPro: true });
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const created = await createProfessional(ctx, {
      ...business,
      userId: user.id,
      businessName: "  Atelier du\tsouffle ",
      businessCity: " Lyon ",
      businessPhone: " ",
      siret: "732 829 320 00074",
    });
    expect(created).toMatchObject({
      ...business,
      userId: user.id,
      businessCity: "Lyon",
      businessPhone: null,
      businessAddress: null,
      siret: "73282932000074",
      isVerified: false,
      rating: 0,
      stripeConnectAccountId: null,
      canReceiveCharges: false,
    });
    expect(await showOwnProfessional(ctx)).toEqual(created);
    const [profile] = await db.select().from(profiles);
    expect(profile).toMatchObject({ subscriptionPlan: null, canCreateActivities: false });
  });

  dataTest(
    "is not for a client, whom the directory would list (rule: own-fields)",
    async ({ db }) => {
      const user = await makeUser(db);
      const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
      await expect(createProfessional(ctx, business)).rejects.toMatchObject({
        code: "forbidden",
        message: "Choisissez d'abord une offre pour devenir professionnel.",
      });
      expect(await db.$count(professionalProfiles)).toBe(0);
    },
  );

  dataTest("one for each user, whoever comes at the same time", async ({ db }) => {
    const user = await makeUser(db, { isPro: true });
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => createProfessional(ctx, business)),
    );
    const codes = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? "created" : outcome.reason.code,
    );
    expect(codes.sort()).toEqual(["conflict", "conflict", "conflict", "conflict", "created"]);
    expect(await db.$count(professionalProfiles)).toBe(1);
  });

  dataTest("is for oneself, signed in, and with what is required", async ({ db }) => {
    const user = await makeUser(db, { isPro: true });
    const other = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    await expect(createProfessional(makeContext(db), business)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    await expect(createProfessional(ctx, { ...business, userId: other.id })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(createProfessional(ctx, { businessName: " " })).rejects.toMatchObject({
      code: "invalid_input",
      fields: {
        businessName: ["Ce champ est obligatoire"],
        businessDescription: ["Ce champ est obligatoire"],
      },
    });
    expect(await db.$count(professionalProfiles)).toBe(0);
  });
});

describe("changing it (rule: own-fields)", () => {
  dataTest("writes what is given; name and city are found by search at once", async ({ db }) => {
    const professional = await makeProfessional(db, { businessPhone: "0600000000" });
    await makeSlot(db, { session: await makeSession(db, { professional, isOnline: false }) });
    const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
    const changed = await updateProfessional(ctx, {
      businessName: "Zénitude",
      businessPhone: "",
      siret: "n'importe quoi",
    });
    expect(changed).toMatchObject({
      id: professional.id,
      businessName: "Zénitude",
      businessDescription: professional.businessDescription,
      businessCity: "Lyon",
      businessPhone: null,
      siret: "n'importequoi",
    });
    const [offer] = await db.select().from(listings);
    expect(JSON.stringify(offer?.card)).toContain("Zénitude");
    expect(offer?.marks).toContain("zenitud");
  });

  dataTest("changes the newest of several, and nobody else's", async ({ db }) => {
    const newest = await makeProfessional(db, { createdAt: new Date("2026-05-01") });
    const older = await makeProfessional(db, {
      user: { id: newest.userId },
      createdAt: new Date("2026-04-01"),
    });
    const other = await makeProfessional(db);
    const ctx = makeContext(db, { actor: await actorOf(db, newest.userId) });
    expect(await updateProfessional(ctx, { businessName: "Un" })).toMatchObject({ id: newest.id });
    const attempt = updateProfessional(ctx, { businessName: "Deux", userId: other.userId });
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    const rows = await db.select().from(professionalProfiles);
    const names = new Map(rows.map(({ id, businessName }) => [id, businessName]));
    expect(names.get(newest.id)).toBe("Un");
    expect(names.get(older.id)).toBe(older.businessName);
    expect(names.get(other.id)).toBe(other.businessName);
  });

  dataTest(
    "leaves what is not the professional's to write, whatever the body holds",
    async ({ db }) => {
      const { userId, ...before } = await makeProfessional(db, { rating: 3.2, totalReviews: 4 });
      const ctx = makeContext(db, { actor: await actorOf(db, userId) });
      await updateProfessional(ctx, {
        id: newId(),
        isVerified: true,
        rating: 5,
        totalReviews: 900,
        stripeConnectAccountId: "acct_other",
        chargesEnabled: false,
        canReceiveCharges: false,
        createdAt: new Date(0),
      });
      const [after] = await db.select().from(professionalProfiles);
      expect({ ...after, updatedAt: null }).toEqual({ ...before, userId, updatedAt: null });
    },
  );

  dataTest.for([
    { businessName: " " },
    { businessName: null },
    { businessDescription: "" },
    { businessPostalCode: "0".repeat(11) },
    { businessPostalCode: "ABCDE" },
    { businessPhone: "xx" },
    { siret: 5 },
    { businessName: "x".repeat(1_000_000) },
  ])("refuses %o", async (change, { db }) => {
    const { userId } = await makeProfessional(db);
    const ctx = makeContext(db, { actor: await actorOf(db, userId) });
    await expect(updateProfessional(ctx, change)).rejects.toMatchObject({ code: "invalid_input" });
  });

  dataTest("needs somebody, with a profile", async ({ db }) => {
    const user = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    expect(await showOwnProfessional(ctx)).toBeNull();
    await expect(updateProfessional(ctx, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(updateProfessional(makeContext(db), {})).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});
