import { and, eq, like, sql } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#core/durations.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import {
  listings,
  mails,
  paymentAccountRequests,
  professionalProfiles,
  slots,
} from "../../tables.server.ts";
import { paymentAccountState } from "../rules.ts";
import { connectAccount, openAccountDashboard, openOnboarding } from "./open-onboarding.server.ts";
import { openPaymentAccount } from "./open-payment-account.server.ts";
import { refreshAccount, refreshOwnAccount } from "./refresh-account.server.ts";
import { findAccountHolder } from "./store.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(() => world.simulator.clearFaults());

const details = {
  businessName: "Atelier du souffle",
  businessType: "individual",
  vatStatus: "exempt",
} as const;

async function newcomer() {
  const { id, userId } = await makeProfessional(world.db, { payments: false });
  return { id, ctx: await world.context(userId) };
}

async function rowOf(id: string) {
  const [row] = await world.db
    .select()
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, id));
  if (!row) throw new Error(`no professional ${id}`);
  return row;
}
const stateOf = async (id: string) => paymentAccountState(await rowOf(id));
const requestsOf = (id: string) =>
  world.db
    .select()
    .from(paymentAccountRequests)
    .where(eq(paymentAccountRequests.professionalId, id));

const mailsOf = (professionalId: string) =>
  world.db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.kind, "payment-account-restricted"),
        like(mails.reference, `${professionalId} %`),
      ),
    );

/** Sends the provider's onboarding page, as the professional would. */
async function finish(onboardingUrl: string, outcome: "active" | "pending" | "incomplete") {
  const page = await fetch(onboardingUrl);
  const body = new URLSearchParams({
    ...{ outcome, businessName: "Atelier du souffle", firstName: "Inès", lastName: "Martin" },
    iban: "FR14 2004 1010 0505 0001 3M02 606",
  });
  const answer = await fetch(page.url, { method: "POST", body, redirect: "manual" });
  return answer.headers.get("location");
}

describe("a payment account", () => {
  test("is made at the provider with what was asked, and is onboarded there", async () => {
    const { id, ctx } = await newcomer();
    const { onboardingUrl } = await connectAccount(ctx, { ...details, country: "BE" });
    const { stripeConnectAccountId } = await rowOf(id);
    expect(await ctx.stripe.accounts.retrieve(String(stripeConnectAccountId))).toMatchObject({
      country: "BE",
      business_type: "individual",
      email: ctx.actor?.email,
      business_profile: { name: "Atelier du souffle" },
      controller: {
        fees: { payer: "application" },
        losses: { payments: "application" },
        requirement_collection: "stripe",
        stripe_dashboard: { type: "express" },
      },
      capabilities: { card_payments: "inactive", transfers: "inactive" },
      metadata: { professional_id: id },
    });
    expect(await stateOf(id)).toBe("begun");
    await expect(openAccountDashboard(ctx)).rejects.toMatchObject({ code: "payments_required" });

    expect(await finish(onboardingUrl, "active")).toBe(
      `${ctx.config.appUrl}/profil/paiements?retour=1`,
    );
    // Somebody who comes back before the webhook makes us ask the provider.
    expect(await refreshOwnAccount(ctx)).toMatchObject({ canReceiveCharges: true });
    expect(await stateOf(id)).toBe("ready");
    expect((await fetch(await openAccountDashboard(ctx))).status).toBe(200);
  });

  test("keeps what is said of VAT, which a program may leave out and its form asks for (rule: receipt)", async () => {
    const { id, ctx } = await newcomer();
    const { vatStatus: _, ...silent } = details;
    const unanswered = { ...silent, vatStatus: "" } as unknown as typeof silent;
    await expect(connectAccount(ctx, unanswered)).rejects.toMatchObject({
      fields: { vatStatus: ["Dites si vous facturez la TVA"] },
    });
    const charged = { ...silent, vatStatus: "charged" } as const;
    await expect(connectAccount(ctx, charged)).rejects.toMatchObject({
      fields: { vatNumber: ["Ce champ est obligatoire"] },
    });
    expect(await requestsOf(id)).toHaveLength(0);
    expect(await rowOf(id)).toMatchObject({ vatStatus: null, stripeConnectAccountId: null });
    await connectAccount(ctx, { ...charged, vatNumber: "fr 40 732829320" });
    expect(await rowOf(id)).toMatchObject({ vatStatus: "charged", vatNumber: "FR40732829320" });
    await connectAccount(ctx, silent);
    expect(await rowOf(id)).toMatchObject({ vatStatus: "charged", vatNumber: "FR40732829320" });
    const program = await newcomer();
    await connectAccount(program.ctx, silent);
    expect(await rowOf(program.id)).toMatchObject({ vatStatus: null });
  });

  test("asked for again goes on as it was, by a new link; a used one leads back for another", async () => {
    const { id, ctx } = await newcomer();
    const first = await connectAccount(ctx, details);
    await finish(first.onboardingUrl, "incomplete");
    const { stripeConnectAccountId } = await rowOf(id);
    const again = await connectAccount(ctx, {
      ...details,
      businessName: "Autre nom",
      country: "CH",
    });
    expect(again.onboardingUrl).not.toBe(first.onboardingUrl);
    expect(await rowOf(id)).toMatchObject({ stripeConnectAccountId });
    expect(await openOnboarding(ctx)).toContain(`/setup/e/${stripeConnectAccountId}/`);
    const used = await fetch(first.onboardingUrl, { redirect: "manual" });
    expect(used.headers.get("location")).toBe(`${ctx.config.appUrl}/profil/paiements?reprendre=1`);
    await finish(again.onboardingUrl, "pending");
    await expect.poll(() => stateOf(id)).toBe("held");
  });

  test("is one, however many ask at once", async () => {
    const { id, ctx } = await newcomer();
    const links = await Promise.all([1, 2, 3].map(() => connectAccount(ctx, details)));
    const accounts = links.map(
      ({ onboardingUrl }) => new URL(onboardingUrl).pathname.split("/")[3],
    );
    expect(new Set(accounts)).toEqual(new Set([(await rowOf(id)).stripeConnectAccountId]));
    expect(await requestsOf(id)).toHaveLength(1);
  });

  test("made before our process died is found by the job, not made again", async () => {
    const { id, ctx } = await newcomer();
    await connectAccount(ctx, details);
    const { stripeConnectAccountId } = await rowOf(id);
    await world.db
      .update(professionalProfiles)
      .set({ stripeConnectAccountId: null })
      .where(eq(professionalProfiles.id, id));
    const system = await world.context();
    expect(await openPaymentAccount(system, { professionalId: id })).toBe(stripeConnectAccountId);
    expect(await rowOf(id)).toMatchObject({ stripeConnectAccountId });
  });

  test("says in French that it could not be made, and is made at the next try", async () => {
    const { id, ctx } = await newcomer();
    const failure = {
      code: "provider_unavailable",
      message: "Impossible de créer le compte Stripe. Veuillez réessayer.",
    };
    const lost = { type: "api_error", path: "/v1/accounts", status: 500, times: 2 };
    await world.simulator.fault({ ...lost, after_execution: true });
    await expect(connectAccount(ctx, details)).rejects.toMatchObject(failure);
    expect(await stateOf(id)).toBe("none");
    await connectAccount(ctx, details);
    expect(await stateOf(id)).toBe("begun");
    const { data } = await ctx.stripe.accounts.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata?.professional_id === id)).toHaveLength(1);
  });

  test("refused by the provider, may be asked for otherwise", async () => {
    const { id, ctx } = await newcomer();
    await world.simulator.fault({ type: "api_error", path: "/v1/accounts", status: 429, times: 2 });
    await expect(connectAccount(ctx, details)).rejects.toMatchObject({
      code: "provider_unavailable",
    });
    expect(await requestsOf(id)).toEqual([]);
    await world.simulator.clearFaults();
    await connectAccount(ctx, { ...details, country: "CH" });
    expect(await requestsOf(id)).toMatchObject([{ country: "CH" }]);
  });

  test("is for professionals, and asked for completely", async () => {
    const visitor = await world.context();
    await expect(connectAccount(visitor, details)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const client = await world.context((await makeUser(world.db, { isPro: true })).id);
    await expect(connectAccount(client, details)).rejects.toMatchObject({
      code: "forbidden",
      message: "Profil professionnel requis",
    });
    const { id, ctx } = await newcomer();
    const wrong = { businessName: " ", businessType: "sarl", country: "US" } as never;
    await expect(connectAccount(ctx, wrong)).rejects.toMatchObject({
      code: "invalid_input",
      fields: {
        businessName: ["Ce champ est obligatoire"],
        businessType: ["Veuillez choisir un type d'activité"],
        country: ["Veuillez choisir un pays"],
      },
    });
    expect(await requestsOf(id)).toEqual([]);
    expect(await openOnboarding(ctx)).toBeNull();
  });
});

describe("an account that may be paid no more", () => {
  test("is told to its owner each time, and not while it stays so", async () => {
    const { id, accountId, userId } = (await world.makeOffer()).professional;
    const ctx = await world.context(userId);
    for (const times of [1, 2]) {
      await world.simulator.fault({ type: "restrict_account", account: accountId });
      await expect.poll(() => stateOf(id)).toBe("restricted");
      await world.simulator.untilDelivered();
      await refreshAccount(ctx, { accountId });
      expect((await mailsOf(id)).map(({ toAddress }) => toAddress)).toEqual(
        Array(times).fill(ctx.actor?.email),
      );
      await world.simulator.fault({ type: "enable_account", account: accountId });
      await expect.poll(() => stateOf(id)).toBe("ready");
    }
  });

  test("because access to it was taken back: its owner is told, and opens another", async () => {
    const offer = await world.makeOffer();
    const { id, accountId, userId } = offer.professional;
    const ctx = await world.context(userId);
    await world.simulator.fault({ type: "revoke_account", account: accountId });
    await expect.poll(() => stateOf(id)).toBe("lost");
    expect(await mailsOf(id)).toHaveLength(1);
    await expect(bookSlot(await world.newClient(), offer)).rejects.toMatchObject({
      code: "slot_unavailable",
      message: expect.stringContaining("ne peut pas recevoir de paiement pour le moment"),
    });
    const { onboardingUrl } = await connectAccount(ctx, details);
    expect(await stateOf(id)).toBe("begun");
    expect((await rowOf(id)).stripeConnectAccountId).not.toBe(accountId);
    await finish(onboardingUrl, "active");
    await expect.poll(() => stateOf(id)).toBe("ready");
    await bookSlot(await world.newClient(), offer);
  });

  test("and whose end never reached us is found by the next booking, whose seat goes back", async () => {
    const offer = await world.makeOffer();
    const { id, accountId } = offer.professional;
    await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
    await world.simulator.fault({ type: "revoke_account", account: accountId });
    const client = await world.newClient();
    const jobs: string[] = [];
    const send: typeof client.jobs.send = async (_, name, data) => {
      jobs.push(name);
      if (name === "refresh-account") await refreshAccount(client, data as { accountId: string });
    };
    await expect(bookSlot({ ...client, jobs: { send } }, offer)).rejects.toMatchObject({
      code: "slot_unavailable",
      message: expect.stringMatching(/Rien n'a été débité/),
    });
    expect(jobs).toContain("refresh-account");
    expect(await stateOf(id)).toBe("lost");
    const [slot] = await world.db.select().from(slots).where(eq(slots.id, offer.slotId));
    expect(slot?.availableSpots).toBe(1);
  });

  test("is not lost for the sake of a key that may not ask", async () => {
    const { id, accountId, userId } = (await world.makeOffer()).professional;
    const ctx = await world.context(userId);
    const denied = new Stripe.errors.StripePermissionError({
      ...{ type: "invalid_request_error", message: "This key may not read accounts." },
    } as never);
    const accounts = new Proxy(ctx.stripe.accounts, {
      get: (target, key) =>
        key === "retrieve" ? () => Promise.reject(denied) : Reflect.get(target, key),
    });
    const stripe = new Proxy(ctx.stripe, {
      get: (target, key) => (key === "accounts" ? accounts : Reflect.get(target, key)),
    });
    await expect(refreshAccount({ ...ctx, stripe }, { accountId })).rejects.toBe(denied);
    expect(await stateOf(id)).toBe("ready");
  });
});

test("an answer that was overtaken by the next one is not stored, nor told again", async () => {
  const offer = await world.makeOffer();
  const { id, userId, accountId } = offer.professional;
  await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
  const ctx = await world.context(userId);
  const { accounts } = ctx.stripe;
  let isOvertaken = false;
  const retrieve: typeof accounts.retrieve = (async (account: string) => {
    const answer = await accounts.retrieve(account);
    if (isOvertaken) return answer;
    isOvertaken = true;
    await world.simulator.fault({ type: "restrict_account", account: accountId });
    await refreshAccount(ctx, { accountId });
    return answer;
  }) as never;
  const slow = new Proxy(accounts, {
    get: (target, key) => (key === "retrieve" ? retrieve : Reflect.get(target, key)),
  });
  const stripe = new Proxy(ctx.stripe, {
    get: (target, key) => (key === "accounts" ? slow : Reflect.get(target, key)),
  });
  await refreshAccount({ ...ctx, stripe }, { accountId });
  expect(isOvertaken).toBe(true);
  expect(await stateOf(id)).toBe("restricted");
  expect(await mailsOf(id)).toHaveLength(1);
  expect(await world.db.$count(listings, eq(listings.professionalId, id))).toBe(0);
});

test("restricted, an account takes no new holds and leaves search; bookings stay; then it comes back", async () => {
  const { id, ctx } = await newcomer();
  const { onboardingUrl } = await connectAccount(ctx, details);
  const session = await makeSession(world.db, { professional: await rowOf(id), capacity: 3 });
  const start = new Date(Date.now() + 48 * HOUR);
  const slot = await makeSlot(world.db, { session, start, availableSpots: 3, now: new Date() });
  const listed = () => world.db.$count(listings, eq(listings.professionalId, id));
  const wanted = { sessionId: session.id, slotId: slot.id };
  const clientCtx = async () => world.newClient();
  // Whatever was asked while nobody could book is no price to strike.
  const since = async () => {
    const [row] = await world.db.select().from(slots).where(eq(slots.id, slot.id));
    return row?.bookableSince?.getTime() ?? 0;
  };
  expect(await listed()).toBe(0);
  await expect(bookSlot(await clientCtx(), wanted)).rejects.toMatchObject({
    code: "slot_unavailable",
  });

  const before = Date.now();
  await finish(onboardingUrl, "active");
  await expect.poll(listed).toBe(1);
  expect(await stateOf(id)).toBe("ready");
  const ready = await since();
  expect(ready).toBeGreaterThanOrEqual(before);
  // Another event of an account that was payable all the while begins nothing anew.
  await refreshOwnAccount(ctx);
  expect(await since()).toBe(ready);
  const { bookingId } = await bookSlot(await clientCtx(), wanted);

  const account = String((await rowOf(id)).stripeConnectAccountId);
  await world.simulator.fault({ type: "restrict_account", account });
  await expect.poll(listed).toBe(0);
  expect(await stateOf(id)).toBe("restricted");
  await expect(bookSlot(await clientCtx(), wanted)).rejects.toMatchObject({
    code: "slot_unavailable",
  });
  expect((await outcomeOf(world.db, bookingId)).booking.status).toBe("pending");

  await world.simulator.fault({ type: "enable_account", account });
  await expect.poll(listed).toBe(1);
  expect(await stateOf(id)).toBe("ready");
  expect(await since()).toBeGreaterThan(ready);
  expect((await bookSlot(await clientCtx(), wanted)).bookingId).not.toBe(bookingId);
});

test("a booking does not wait for what is being written of its professional's account", async () => {
  const { professional } = await world.makeOffer();
  await world.db.transaction(async (tx) => {
    await findAccountHolder(tx, professional.accountId);
    // As the foreign key of a booking that is inserted meanwhile.
    const beside = world.db.execute(
      sql`select id from professional_profiles where id = ${professional.id} for key share nowait`,
    );
    expect((await beside).rows).toHaveLength(1);
  });
});
