import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Bench,
  eventually,
  refusal,
  sessionTerms,
  startBench,
} from "../../test/test-bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const terms: Stripe.AccountCreateParams = {
  country: "FR",
  email: "ines@example.fr",
  business_type: "individual",
  business_profile: { name: "Studio Inès" },
  capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
  controller: {
    fees: { payer: "application" },
    losses: { payments: "application" },
    requirement_collection: "stripe",
    stripe_dashboard: { type: "express" },
  },
};
const urls = {
  refresh_url: "https://site.example.fr/refresh",
  return_url: "https://site.example.fr/return",
};
const details = {
  businessName: "Studio Inès",
  firstName: "Inès",
  lastName: "Moreau",
  iban: "FR14 2004 1010 0505 0001 3M02 606",
};
const link = (account: string) =>
  bench.stripe.accountLinks.create({ account, type: "account_onboarding", ...urls });

test("a new account has everything to do still", async () => {
  const account = await bench.stripe.accounts.create(terms);
  expect(account.id).toMatch(/^acct_1[A-Za-z0-9]{15}$/);
  expect(account).toMatchObject({
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    capabilities: { card_payments: "inactive", transfers: "inactive" },
    requirements: { disabled_reason: "requirements.past_due" },
    controller: { stripe_dashboard: { type: "express" }, fees: { payer: "application" } },
    default_currency: "eur",
    type: "none",
  });
  expect(account.requirements?.currently_due).toContain("external_account");
  expect((await refusal(bench.stripe.accounts.createLoginLink(account.id))).statusCode).toBe(400);
});

test("type and controller exclude each other", async () => {
  const error = await refusal(bench.stripe.accounts.create({ ...terms, type: "express" }));
  expect(error).toMatchObject({ code: "parameters_exclusive", param: "type" });
  const express = await bench.stripe.accounts.create({ type: "express" });
  expect(express).toMatchObject({
    type: "express",
    controller: { stripe_dashboard: { type: "express" } },
  });
});

test("onboarding: opens once, checks its fields, activates the account and tells the site", async () => {
  const { id } = await bench.stripe.accounts.create(terms);
  const { url } = await link(id);
  const opened = await fetch(url);
  const page = opened.url;
  expect(await opened.text()).toContain("Activer les paiements");
  const wrong = await bench.form(page, { ...details, iban: "FR", outcome: "active" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("Cet IBAN est invalide.");
  const finished = await bench.form(page, { ...details, outcome: "active" });
  expect([finished.status, finished.headers.get("location")]).toEqual([303, urls.return_url]);
  const account = await bench.stripe.accounts.retrieve(id);
  expect(account).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    capabilities: { card_payments: "active", transfers: "active" },
    requirements: { currently_due: [], disabled_reason: null },
    external_accounts: { data: [{ last4: "2606" }] },
  });
  const told = await bench.event("account.updated", id);
  expect(told.path).toBe("/connect");
  expect(told.event).toMatchObject({
    account: id,
    data: { object: { charges_enabled: true }, previous_attributes: { charges_enabled: false } },
  });
  const able = await eventually("the capability is told", () =>
    bench.receiver.received.find(
      ({ event }) =>
        event.type === "capability.updated" &&
        event.account === id &&
        event.data.object.id === "transfers",
    ),
  );
  expect(able.event).toMatchObject({
    data: { object: { status: "active" }, previous_attributes: { status: "inactive" } },
  });
  const reused = await fetch(url, { redirect: "manual" });
  expect(reused.headers.get("location")).toBe(urls.refresh_url);
});

test("onboarding can be left, or wait for a verification", async () => {
  const { id } = await bench.stripe.accounts.create(terms);
  const left = await fetch((await link(id)).url);
  const back = await bench.form(left.url, { outcome: "incomplete" });
  expect(back.headers.get("location")).toBe(urls.return_url);
  expect((await bench.stripe.accounts.retrieve(id)).details_submitted).toBe(false);
  const again = await fetch((await link(id)).url);
  await bench.form(again.url, { ...details, outcome: "pending" });
  expect(await bench.stripe.accounts.retrieve(id)).toMatchObject({
    details_submitted: true,
    charges_enabled: false,
    capabilities: { transfers: "pending" },
    requirements: { disabled_reason: "requirements.pending_verification" },
  });
  await bench.fault({ type: "enable_account", account: id });
  expect((await bench.stripe.accounts.retrieve(id)).charges_enabled).toBe(true);
});

test("a link that is too old leads to refresh_url", async () => {
  const { id } = await bench.stripe.accounts.create(terms);
  const { url, expires_at: expiresAt } = await link(id);
  await bench.call("POST", "/_simulator/clock", { now: expiresAt + 1 });
  const late = await fetch(url, { redirect: "manual" });
  expect(late.headers.get("location")).toBe(urls.refresh_url);
  await bench.call("POST", "/_simulator/clock", { now: null });
});

test("account links need their addresses and a known account", async () => {
  const { id } = await bench.stripe.accounts.create(terms);
  const create = (params: object) =>
    refusal(bench.stripe.accountLinks.create(params as Stripe.AccountLinkCreateParams));
  expect(await create({ account: id, type: "account_onboarding" })).toMatchObject({
    code: "parameter_missing",
    param: "refresh_url",
  });
  expect(await create({ account: "acct_no", type: "account_onboarding", ...urls })).toMatchObject({
    statusCode: 400,
    code: "resource_missing",
  });
  expect(await create({ account: id, type: "account_update", ...urls })).toMatchObject({
    param: "type",
  });
});

test("an account can be restricted, seen, changed and deleted", async () => {
  const seed = { id: "acct_demo_1", email: "leo@example.fr", business_name: "Léo" };
  const first = await bench.call("POST", "/_simulator/accounts", seed);
  expect(first.body).toMatchObject({ id: "acct_demo_1", charges_enabled: true });
  const second = await bench.call("POST", "/_simulator/accounts", seed);
  expect(second.body).toEqual(first.body);

  await bench.fault({ type: "restrict_account", account: "acct_demo_1" });
  const restricted = await bench.event("account.updated", "acct_demo_1");
  expect(restricted.event.data.object).toMatchObject({
    charges_enabled: false,
    capabilities: { transfers: "inactive" },
  });
  await bench.fault({ type: "enable_account", account: "acct_demo_1" });

  const { url } = await bench.stripe.accounts.createLoginLink("acct_demo_1");
  expect(await (await fetch(url)).text()).toContain("Solde disponible");
  expect((await fetch(url)).status).toBe(410);

  const updated = await bench.stripe.accounts.update("acct_demo_1", { metadata: { user: "u1" } });
  expect(updated.metadata).toEqual({ user: "u1" });
  const capabilities = await bench.stripe.accounts.listCapabilities("acct_demo_1");
  expect(capabilities.data.map(({ id, status }) => [id, status])).toEqual([
    ["card_payments", "active"],
    ["transfers", "active"],
  ]);

  expect(await bench.stripe.accounts.del("acct_demo_1")).toMatchObject({ deleted: true });
  expect((await refusal(bench.stripe.accounts.retrieve("acct_demo_1"))).statusCode).toBe(404);
  const foreign = await refusal(
    bench.stripe.balance.retrieve({}, { stripeAccount: "acct_demo_1" }),
  );
  expect(foreign).toMatchObject({ statusCode: 403, code: "account_invalid" });
});

test("the platform has an account of its own, outside the list", async () => {
  const own = await bench.stripe.accounts.retrieveCurrent();
  expect(own).toMatchObject({ object: "account", charges_enabled: true });
  const list = await bench.stripe.accounts.list({ limit: 100 });
  expect(list.data.map(({ id }) => id)).not.toContain(own.id);
  expect((await refusal(bench.stripe.accounts.del(own.id))).statusCode).toBe(400);
});

test("payouts send available money and arrive two days later", async () => {
  await bench.call("POST", "/_simulator/accounts", { id: "acct_paid" });
  const own = { stripeAccount: "acct_paid" };
  const payout = { amount: 1_000, currency: "eur" };
  const early = await refusal(bench.stripe.payouts.create(payout, own));
  expect(early.code).toBe("balance_insufficient");
  await bench.stripe.transfers.create({ ...payout, destination: "acct_paid" });
  const sent = await bench.stripe.payouts.create(payout, own);
  expect(sent.status).toBe("pending");
  await bench.call("POST", "/_simulator/clock", { now: sent.arrival_date + 1 });
  expect((await bench.stripe.payouts.retrieve(sent.id, {}, own)).status).toBe("paid");
  const { path, event } = await bench.event("payout.paid", sent.id);
  expect([path, event.account]).toEqual(["/connect", "acct_paid"]);
  expect(await bench.stripe.balance.retrieve({}, own)).toMatchObject({
    available: [{ amount: 0 }],
  });
  await bench.call("POST", "/_simulator/clock", { now: null });
});

test("what an account receives leaves for its bank each day, once it is available", async () => {
  await bench.call("POST", "/_simulator/accounts", { id: "acct_daily" });
  const own = { stripeAccount: "acct_daily" };
  const session = await bench.stripe.checkout.sessions.create(sessionTerms("acct_daily"));
  await bench.call("POST", `/_simulator/checkouts/${session.id}/pay`, {});
  const [pending] = (await bench.stripe.balance.retrieve({}, own)).pending;
  const days = (count: number) =>
    bench.call("POST", "/_simulator/clock", {
      now: Math.floor(Date.now() / 1000) + count * 86_400,
    });
  await days(6);
  expect((await bench.stripe.payouts.list({}, own)).data).toEqual([]);
  await bench.call("POST", "/_simulator/faults", {
    type: "restrict_account",
    account: "acct_daily",
  });
  await days(9);
  expect((await bench.stripe.payouts.list({}, own)).data).toEqual([]);
  await bench.call("POST", "/_simulator/faults", { type: "enable_account", account: "acct_daily" });
  await days(14);
  const [payout, ...others] = (await bench.stripe.payouts.list({}, own)).data;
  expect(others).toEqual([]);
  expect(payout).toMatchObject({ amount: pending?.amount, automatic: true, status: "paid" });
  expect(Number(payout?.created) % 86_400).toBe(0);
  expect(await bench.stripe.balance.retrieve({}, own)).toMatchObject({
    available: [{ amount: 0 }],
    pending: [{ amount: 0 }],
  });
  await bench.call("POST", "/_simulator/clock", { now: null });
});

test("payments of long ago are there with their payouts, and no event tells of them", async () => {
  await bench.call("POST", "/_simulator/accounts", { id: "acct_past" });
  const paidAt = new Date(Date.now() - 40 * 86_400_000);
  const payment = {
    ...{ client_reference_id: "p1", amount: 2_000, application_fee_amount: 200 },
    ...{ destination: "acct_past", description: "Yoga", email: "camille@example.fr" },
    ...{ billingName: "Camille Rousset", paid_at: paidAt.toISOString() },
    metadata: { booking: "b1" },
  };
  const made = await bench.call("POST", "/_simulator/payments", { payments: [payment, payment] });
  expect([made.status, made.body.data.length]).toEqual([201, 2]);
  const [{ checkout, payment_intent: intent, charge }] = made.body.data;
  expect(await bench.stripe.checkout.sessions.retrieve(checkout)).toMatchObject({
    ...{
      status: "complete",
      payment_status: "paid",
      client_reference_id: "p1",
      metadata: { booking: "b1" },
    },
    ...{ payment_intent: intent, created: Math.floor(paidAt.getTime() / 1000) },
  });
  const payouts = await bench.stripe.payouts.list({}, { stripeAccount: "acct_past" });
  expect(payouts.data.map(({ amount, status }) => [amount, status])).toEqual([[3_600, "paid"]]);
  const refund = await bench.stripe.refunds.create({ payment_intent: intent });
  expect(refund.charge).toBe(charge);
  const { data } = await bench.stripe.events.list({ limit: 100 });
  const told = data.map(({ data: { object } }) => Object(object).id);
  expect(told).not.toContain(checkout);
  expect(told).toContain(refund.id);
  const strange = { ...payment, destination: "acct_nobody" };
  expect((await bench.call("POST", "/_simulator/payments", { payments: [strange] })).status).toBe(
    400,
  );
});

test("a direct charge belongs to the account, its fee to the platform", async () => {
  await bench.call("POST", "/_simulator/accounts", { id: "acct_direct" });
  const own = { stripeAccount: "acct_direct" };
  const terms = sessionTerms(undefined, { payment_intent_data: { application_fee_amount: 455 } });
  expect((await refusal(bench.stripe.checkout.sessions.create(terms))).message).toContain(
    "direct payment",
  );
  const session = await bench.stripe.checkout.sessions.create(terms, own);
  await bench.call("POST", `/_simulator/checkouts/${session.id}/pay`, {});
  const { path, event } = await bench.event("checkout.session.completed", session.id);
  expect([path, event.account]).toEqual(["/connect", "acct_direct"]);
  expect((await refusal(bench.stripe.checkout.sessions.retrieve(session.id))).statusCode).toBe(404);
  const paid = await bench.stripe.checkout.sessions.retrieve(
    session.id,
    { expand: ["payment_intent.latest_charge"] },
    own,
  );
  expect(paid.payment_intent).toMatchObject({ latest_charge: { application_fee_amount: 455 } });
  const [fee] = (await bench.stripe.applicationFees.list()).data;
  expect(fee).toMatchObject({ account: "acct_direct", amount: 455 });
  const intent = String((paid.payment_intent as Stripe.PaymentIntent).id);
  const refund = { payment_intent: intent, amount: 2_275, refund_application_fee: true };
  await bench.stripe.refunds.create(refund, own);
  const refunded = await bench.stripe.applicationFees.retrieve(String(fee?.id));
  expect(refunded).toMatchObject({ amount_refunded: 228, refunded: false });
});

test("an account whose owner takes the access back is out of reach, and says so once", async () => {
  await bench.call("POST", "/_simulator/accounts", { id: "acct_revoked" });
  await bench.call("POST", "/_simulator/faults", {
    ...{ type: "revoke_account", account: "acct_revoked" },
  });
  const told = () =>
    bench.receiver.received
      .filter(({ event }) => event.account === "acct_revoked")
      .map(({ path, event }) => [path, event.type]);
  await expect.poll(told).toEqual([["/connect", "account.application.deauthorized"]]);
  const own = { stripeAccount: "acct_revoked" };
  for (const call of [
    () => bench.stripe.accounts.retrieve("acct_revoked"),
    () => link("acct_revoked"),
    () => bench.stripe.balance.retrieve({}, own),
  ]) {
    expect(await refusal(call())).toMatchObject({ statusCode: 403, code: "account_invalid" });
  }
  const terms = sessionTerms("acct_revoked");
  expect(await refusal(bench.stripe.checkout.sessions.create(terms))).toMatchObject({
    param: "payment_intent_data[transfer_data][destination]",
  });
  const { data } = await bench.stripe.accounts.list({ limit: 100 });
  expect(data.map(({ id }) => id)).not.toContain("acct_revoked");
});
