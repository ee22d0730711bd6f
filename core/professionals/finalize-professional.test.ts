import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { purgeExpired } from "../privacy/apply-retention.server.ts";
import {
  professionalDrafts,
  professionalProfiles,
  professionalSubscriptions,
  profiles,
} from "../tables.server.ts";
import { finalizeProfessional } from "./create-professional.server.ts";
import { DRAFT_LIFE } from "./rules.ts";
import { saveOnboardingDraft, showOnboarding } from "./show-onboarding.server.ts";

const businessData = {
  businessName: "Atelier du souffle",
  businessDescription: "Une salle claire.",
  businessCity: " ",
  siret: "7328293",
};

async function client(db: Database) {
  const { id: userId } = await makeUser(db);
  const ctx = async () => makeContext(db, { actor: await actorOf(db, userId) });
  return { userId, ctx };
}

async function everything(db: Database) {
  const [profile] = await db.select().from(profiles);
  const professionals = await db.select().from(professionalProfiles);
  const subscriptions = await db.select().from(professionalSubscriptions);
  return { isPro: profile?.isPro, plan: profile?.subscriptionPlan, professionals, subscriptions };
}

describe("the end of the wizard", () => {
  dataTest(
    "free: profile, active plan and is_pro; a second time changes nothing",
    async ({ db }) => {
      const { userId, ctx } = await client(db);
      const input = { userId, businessData, planType: "free" };
      const outcomes = await Promise.all(
        [1, 2, 3].map(async () => finalizeProfessional(await ctx(), input)),
      );
      expect(outcomes.filter(({ created }) => created)).toHaveLength(1);
      const renamed = { ...businessData, businessName: "Autre" };
      await finalizeProfessional(await ctx(), { ...input, businessData: renamed });
      expect(await everything(db)).toMatchObject({
        isPro: true,
        plan: "free",
        professionals: [
          {
            businessName: "Atelier du souffle",
            businessCity: null,
            businessPhone: null,
            siret: "7328293",
            stripeConnectAccountId: null,
          },
        ],
        subscriptions: [{ planType: "free", status: "active" }],
      });
    },
  );

  dataTest.for([
    ["premium_yearly", "premium"],
    ["boost", "premium"],
    ["enterprise_monthly", "expand"],
  ])("%s: recorded, and not in force before it is paid", async ([planType, planId], { db }) => {
    const { userId, ctx } = await client(db);
    await finalizeProfessional(await ctx(), { userId, businessData, planType: String(planType) });
    expect(await everything(db)).toMatchObject({
      isPro: true,
      plan: null,
      professionals: [{ userId }],
      subscriptions: [{ planType: planId, status: "inactive" }],
    });
  });

  dataTest("is for oneself, with what is required, or nothing happens", async ({ db }) => {
    const { userId, ctx } = await client(db);
    const input = { userId, businessData, planType: "free" };
    await expect(finalizeProfessional(makeContext(db), input)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const other = await makeUser(db);
    await expect(
      finalizeProfessional(await ctx(), { ...input, userId: other.id }),
    ).rejects.toMatchObject({ code: "forbidden" });
    await expect(
      finalizeProfessional(await ctx(), { ...input, planType: "gold" }),
    ).rejects.toMatchObject({ code: "invalid_input", fields: { planType: expect.any(Array) } });
    await expect(
      finalizeProfessional(await ctx(), { ...input, businessData: { businessName: " " } }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      message: "Veuillez remplir les champs obligatoires",
      fields: {
        businessName: ["Ce champ est obligatoire"],
        businessDescription: ["Ce champ est obligatoire"],
      },
    });
    expect(await everything(db)).toMatchObject({ professionals: [], subscriptions: [] });
    expect(await db.$count(profiles, eq(profiles.isPro, true))).toBe(0);
  });
});

describe("the way there", () => {
  const seen = async (ctx: Promise<ReturnType<typeof makeContext>>, asked = null) => {
    const { step, business, plan } = await showOnboarding(await ctx, { asked });
    return [step, business?.businessName ?? null, plan];
  };

  dataTest("keeps what was told, and knows how far one is", async ({ db }) => {
    const { userId, ctx } = await client(db);
    expect(await seen(ctx())).toEqual(["information", null, null]);
    await saveOnboardingDraft(await ctx(), { ...businessData, businessPhone: "0600000000" });
    await saveOnboardingDraft(await ctx(), { ...businessData, businessName: "Atelier B" });
    expect(await seen(ctx())).toEqual(["plan", "Atelier B", null]);
    expect(await db.select().from(professionalDrafts)).toMatchObject([{ businessPhone: null }]);
    const input = { userId, businessData, planType: "premium" };
    await finalizeProfessional(await ctx(), input);
    const unpaid = { planId: "premium", inForce: false };
    expect(await seen(ctx())).toEqual(["confirmation", "Atelier du souffle", unpaid]);
    expect(await db.$count(professionalDrafts)).toBe(0);
    await finalizeProfessional(await ctx(), { ...input, planType: "free" });
    const free = { planId: "free", inForce: true };
    expect(await seen(ctx())).toEqual(["confirmation", "Atelier du souffle", free]);
  });

  dataTest("a profile from the sign-up goes on with the plan", async ({ db }) => {
    const professional = await makeProfessional(db, { payments: false });
    const ctx = makeContext(db, { actor: await actorOf(db, professional.userId) });
    expect(await showOnboarding(ctx, { asked: null })).toMatchObject({
      step: "plan",
      business: { businessName: professional.businessName },
      paymentAccount: "none",
    });
  });

  dataTest("a draft is forgotten after a month, a recent one is not", async ({ db }) => {
    const old = await client(db);
    const recent = await client(db);
    const past = { now: new Date(NOW.getTime() - DRAFT_LIFE - 1) };
    await saveOnboardingDraft({ ...(await old.ctx()), now: () => past.now }, businessData);
    await saveOnboardingDraft(await recent.ctx(), businessData);
    await purgeExpired(makeContext(db));
    expect(await db.select().from(professionalDrafts)).toMatchObject([{ userId: recent.userId }]);
  });

  dataTest("nothing of it is a visitor's", async ({ db }) => {
    for (const attempt of [
      saveOnboardingDraft(makeContext(db), businessData),
      showOnboarding(makeContext(db), { asked: null }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });
});
