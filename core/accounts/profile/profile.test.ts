import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { editProfile } from "../../professionals/update-professional.server.ts";
import { professionalProfiles, profiles, users } from "../../tables.server.ts";
import { showProfile, updateProfile } from "./update-profile.server.ts";

const julie = { firstName: "Julie", lastName: "Martin", phone: "06 99 01 23 45" };

describe("the own profile", () => {
  dataTest(
    "holds the signed-in user; professional information for professionals only",
    async ({ db }) => {
      const client = await makeUser(db, julie);
      const ctx = makeContext(db, { actor: await actorOf(db, client.id) });
      expect(await showProfile(ctx)).toEqual({
        ...julie,
        id: client.id,
        email: client.email,
        isClient: true,
        isPro: false,
        canCreateActivities: false,
        smsNumber: null,
        accountStatus: "active",
        sessionCount: 0,
        lastQuotaReset: client.lastQuotaReset,
        plan: null,
        professionalInfo: null,
        version: 1,
      });
      const pro = await makeUser(db, { isPro: true });
      const { id, businessName } = await makeProfessional(db, {
        user: pro,
        siret: "12345678900011",
      });
      await makePlan(db, { userId: pro.id, status: "canceled" });
      await makePlan(db, { userId: pro.id, planType: "premium" });
      const profile = await showProfile(makeContext(db, { actor: await actorOf(db, pro.id) }));
      expect(profile).toMatchObject({ plan: "premium", isPro: true });
      expect(profile.professionalInfo).toMatchObject({ id, businessName, siret: "12345678900011" });
    },
  );

  dataTest("asks to log in", async ({ db }) => {
    const ctx = makeContext(db);
    await expect(showProfile(ctx)).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(updateProfile(ctx, julie)).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

describe("changing it (rule: own-fields)", () => {
  dataTest("writes what is provided; an empty or null phone is taken back", async ({ db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    expect(await updateProfile(ctx, { firstName: "  Juliette " })).toMatchObject({
      ...julie,
      firstName: "Juliette",
    });
    for (const empty of [" ", null]) {
      const { phone } = julie;
      expect(await updateProfile(ctx, { phone })).toMatchObject({ firstName: "Juliette", phone });
      expect(await updateProfile(ctx, { phone: empty })).toMatchObject({ phone: null });
    }
    expect(await updateProfile(ctx, { isClient: false })).toMatchObject({ isClient: false });
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row?.name).toBe("Juliette");
  });

  dataTest.for([
    { firstName: "" },
    { firstName: " \t" },
    { lastName: "" },
    { lastName: null },
    { firstName: "Juliette", lastName: " " },
  ])("refuses the empty name of %o, and writes nothing of it", async (change, { db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const [name] = Object.keys(change).slice(-1);
    await expect(updateProfile(ctx, change)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [String(name)]: ["Le prénom et le nom sont requis"] },
    });
    expect(await showProfile(ctx)).toMatchObject(julie);
  });

  dataTest("repeats is_pro or is refused, and then writes nothing", async ({ db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const attempt = updateProfile(ctx, { firstName: "Autre", isPro: true });
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
    expect(await updateProfile(ctx, { isPro: false })).toMatchObject({ firstName: "Julie" });
  });

  dataTest("leaves everything else alone, whatever the body holds", async ({ db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const before = await db.select().from(profiles);
    await updateProfile(ctx, {
      id: newId(),
      email: "autre@example.fr",
      accountStatus: "suspended",
      canCreateActivities: true,
      sessionCount: -5,
      subscriptionPlan: "expand",
      lastQuotaReset: new Date(0),
    });
    const [after] = await db.select().from(profiles);
    expect([{ ...after, updatedAt: null }]).toEqual(
      before.map((row) => ({ ...row, updatedAt: null })),
    );
  });

  dataTest.for([
    { firstName: 5 },
    { phone: "0".repeat(31) },
    { phone: "xx" },
    { isClient: "oui" },
    { firstName: "x".repeat(1_000_000) },
  ])("refuses %o", async (change, { db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    await expect(updateProfile(ctx, change)).rejects.toMatchObject({ code: "invalid_input" });
  });

  dataTest(
    "keeps strange characters, and drops what no database can hold or turns what follows",
    async ({ db }) => {
      const user = await makeUser(db, julie);
      const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
      const firstName = "Zoé\0 \ud800 </script> ‮ %_\\";
      const profile = await updateProfile(ctx, { firstName });
      expect(profile.firstName).toBe("Zoé \ufffd </script> %_\\");
    },
  );
});

describe("the form of /editer-profil", () => {
  const person = { firstName: "Julie", lastName: "Martin", phone: "" };

  dataTest("asks a client for both names only, and empties what is blank", async ({ db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    await editProfile(ctx, { ...person, firstName: " Juliette ", businessName: "Rien" });
    expect(await showProfile(ctx)).toMatchObject({ firstName: "Juliette", phone: null });
    expect(await db.$count(professionalProfiles)).toBe(0);
    await expect(editProfile(ctx, { ...person, lastName: " " })).rejects.toMatchObject({
      code: "invalid_input",
      message: "Veuillez remplir les champs obligatoires",
      fields: { lastName: ["Le prénom et le nom sont requis"] },
    });
  });

  dataTest("saves a professional's two halves together, or neither", async ({ db }) => {
    const { userId } = await makeProfessional(db, { businessName: "Avant" });
    const ctx = makeContext(db, { actor: await actorOf(db, userId) });
    const business = { businessName: "Après", businessDescription: "Nouveau.", businessCity: " " };
    await expect(
      editProfile(ctx, { ...person, ...business, businessDescription: "" }),
    ).rejects.toMatchObject({
      message: "Veuillez remplir les champs obligatoires",
      fields: { businessDescription: ["Ce champ est obligatoire"] },
    });
    expect(await showProfile(ctx)).toMatchObject({
      firstName: "Hélène",
      professionalInfo: { businessName: "Avant", businessCity: "Lyon" },
    });
    await editProfile(ctx, { ...person, ...business });
    expect(await showProfile(ctx)).toMatchObject({
      firstName: "Julie",
      professionalInfo: { businessName: "Après", businessCity: null },
    });
  });

  dataTest("says beside each field what cannot be a postcode or a number", async ({ db }) => {
    const { userId } = await makeProfessional(db);
    const ctx = makeContext(db, { actor: await actorOf(db, userId) });
    const business = { businessName: "Un", businessDescription: "Deux.", businessPhone: "12" };
    const wrong = { ...person, ...business, phone: "xx", businessPostalCode: "ABCDE" };
    await expect(editProfile(ctx, { ...wrong, siret: "12" })).rejects.toMatchObject({
      code: "invalid_input",
      fields: {
        phone: ["Numéro de téléphone invalide"],
        businessPhone: ["Numéro de téléphone invalide"],
        businessPostalCode: ["Écrivez un code postal comme 69001, 1050 ou H2X 1Y4"],
      },
    });
  });

  dataTest("a field that is too long is not said to be missing", async ({ db }) => {
    const user = await makeUser(db, julie);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    await expect(editProfile(ctx, { ...person, firstName: "x".repeat(101) })).rejects.toMatchObject(
      {
        message: "Veuillez corriger les erreurs dans le formulaire",
        fields: { firstName: ["Ce champ ne peut pas dépasser 100 caractères"] },
      },
    );
  });

  dataTest("is for those who are logged in", async ({ db }) => {
    await expect(editProfile(makeContext(db), person)).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });
});

describe("two tabs", () => {
  dataTest("a stale one is told what changed, and keeps nothing back for ever", async ({ db }) => {
    const user = await makeUser(db, { ...julie, isPro: true });
    const { businessName, businessDescription } = await makeProfessional(db, { user });
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const form = { ...julie, businessName, businessDescription };
    const begun = { version: "1", businessVersion: "1" };
    await editProfile(ctx, { ...form, ...begun, phone: "06 11 22 33 44", businessCity: "Pau" });
    await expect(
      editProfile(ctx, { ...form, ...begun, firstName: "Juliette" }),
    ).rejects.toMatchObject({
      code: "stale",
      message: expect.stringContaining("modifié entre-temps"),
      fields: { phone: [expect.stringContaining("06 11 22 33 44")] },
    });
    await expect(
      editProfile(ctx, { ...form, version: "2", businessVersion: "1", businessCity: "Lyon" }),
    ).rejects.toMatchObject({ fields: { businessCity: [expect.stringContaining("Pau")] } });
    expect(await showProfile(ctx)).toMatchObject({ firstName: "Julie", phone: "06 11 22 33 44" });
    await editProfile(ctx, { ...form, version: "2", businessVersion: "2", businessCity: "Lyon" });
    expect(await showProfile(ctx)).toMatchObject({ phone: julie.phone, version: 3 });

    await expect(updateProfile(ctx, { phone: "06 55 66 77 88", version: 2 })).rejects.toMatchObject(
      {
        code: "stale",
      },
    );
    await updateProfile(ctx, { lastName: "Roy", version: 2 });
    await updateProfile(ctx, { phone: "06 55 66 77 88" });
    expect(await showProfile(ctx)).toMatchObject({ lastName: "Roy", phone: "06 55 66 77 88" });
  });

  dataTest("both halves of a professional's tell at once what changed in them", async ({ db }) => {
    const user = await makeUser(db, { ...julie, isPro: true });
    const { businessName, businessDescription } = await makeProfessional(db, { user });
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    const form = { ...julie, businessName, businessDescription };
    const begun = { version: "1", businessVersion: "1" };
    await editProfile(ctx, { ...form, ...begun, phone: "06 11 22 33 44", businessCity: "Pau" });
    // Were only one half told, the next save would undo the other unseen.
    await expect(
      editProfile(ctx, { ...form, ...begun, businessCity: "Lyon" }),
    ).rejects.toMatchObject({
      code: "stale",
      fields: {
        phone: [expect.stringContaining("06 11 22 33 44")],
        businessCity: [expect.stringContaining("Pau")],
      },
    });
    const after = await showProfile(ctx);
    expect(after).toMatchObject({ phone: "06 11 22 33 44", version: 2 });
    expect(after.professionalInfo).toMatchObject({ businessCity: "Pau" });
  });
});
