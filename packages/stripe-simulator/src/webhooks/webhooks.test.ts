import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  type Bench,
  eventually,
  goodCard,
  secrets,
  sessionTerms,
  startBench,
} from "../../test/test-bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());
afterEach(async () => {
  bench.receiver.behaviour.status = 200;
  bench.receiver.behaviour.delayMs = 0;
  await bench.call("DELETE", "/_simulator/faults");
});

const open = () => bench.stripe.checkout.sessions.create(sessionTerms(undefined));
const pay = (id: string) => bench.call("POST", `/_simulator/checkouts/${id}/pay`, {});
const about = (id: string, type: string) =>
  bench.receiver.received.filter(
    ({ event }) => event.type === type && (event.data.object as { id?: string }).id === id,
  );

test("carry Stripe's signature, each endpoint under its own secret", async () => {
  const session = await open();
  await pay(session.id);
  const { body, headers, path, event } = await bench.event(
    "checkout.session.completed",
    session.id,
  );
  const signature = String(headers["stripe-signature"]);
  expect(path).toBe("/platform");
  expect(bench.stripe.webhooks.constructEvent(body, signature, secrets.platform).id).toBe(event.id);
  expect(() =>
    bench.stripe.webhooks.constructEvent(`${body} `, signature, secrets.platform),
  ).toThrow(Stripe.errors.StripeSignatureVerificationError);
  expect(() => bench.stripe.webhooks.constructEvent(body, signature, secrets.connect)).toThrow();
  expect(event).toMatchObject({
    object: "event",
    api_version: "2026-10-28.endive",
    livemode: false,
    data: { object: { id: session.id, payment_status: "paid" } },
  });
  expect(event.account).toBeUndefined();

  await bench.call("POST", "/_simulator/accounts", { id: "acct_one" });
  await bench.fault({ type: "restrict_account", account: "acct_one" });
  const connect = await bench.event("account.updated", "acct_one");
  expect(connect.path).toBe("/connect");
  const connectSignature = String(connect.headers["stripe-signature"]);
  expect(
    bench.stripe.webhooks.constructEvent(connect.body, connectSignature, secrets.connect).account,
  ).toBe("acct_one");
});

test("a payment tells its whole story", async () => {
  const session = await open();
  await pay(session.id);
  const { payment_intent: intent } = await bench.stripe.checkout.sessions.retrieve(session.id);
  for (const type of [
    "payment_intent.created",
    "charge.succeeded",
    "payment_intent.succeeded",
    "charge.updated",
    "checkout.session.completed",
  ]) {
    await bench.event(type, String(intent));
  }
  const list = await bench.stripe.events.list({ types: ["checkout.session.completed"] });
  expect(list.data[0]?.data.object).toMatchObject({ id: session.id });
  const event = await eventually("nothing is pending", async () => {
    const stored = await bench.stripe.events.retrieve(String(list.data[0]?.id));
    return stored.pending_webhooks === 0 && stored;
  });
  expect(event.request?.id).toBeNull();
});

test("come again until they are accepted, later each time", async () => {
  bench.receiver.behaviour.status = 500;
  const session = await open();
  await pay(session.id);
  const attempts = await eventually("three attempts", () => {
    const seen = about(session.id, "checkout.session.completed");
    return seen.length >= 3 && seen;
  });
  bench.receiver.behaviour.status = 200;
  const [first, second, third] = attempts.map(({ at }) => at) as [number, number, number];
  expect(second - first).toBeGreaterThan(900);
  expect(third - second).toBeGreaterThan(1_800);
  expect(new Set(attempts.map(({ event }) => event.id)).size).toBe(1);
  const { id } = attempts[0]?.event ?? { id: "" };
  await eventually("accepted in the end", async () => {
    const { pending_webhooks: pending } = await bench.stripe.events.retrieve(id);
    return pending === 0;
  });
  expect(bench.output()).toContain("checkout.session.completed");
});

test("Checkout waits for the answer before it redirects", async () => {
  bench.receiver.behaviour.delayMs = 700;
  const session = await open();
  const started = Date.now();
  const response = await bench.form(String(session.url), goodCard);
  expect(response.status).toBe(303);
  expect(Date.now() - started).toBeGreaterThanOrEqual(700);
});

test("Checkout waits ten seconds and no longer", async () => {
  await bench.fault({
    type: "webhook_delay",
    event: "checkout.session.completed",
    delay_ms: 60_000,
  });
  const session = await open();
  const started = Date.now();
  const response = await bench.form(String(session.url), goodCard);
  expect(response.status).toBe(303);
  const waited = Date.now() - started;
  expect(waited).toBeGreaterThanOrEqual(9_900);
  expect(waited).toBeLessThan(20_000);
  expect(about(session.id, "checkout.session.completed")).toEqual([]);
});

test("can be lost, and sent again by hand", async () => {
  await bench.fault({ type: "webhook_drop", event: "checkout.session.completed" });
  const session = await open();
  const paid = await pay(session.id);
  const { data }: { data: { event: string; state: string }[] } = (
    await bench.call("GET", "/_simulator/deliveries")
  ).body;
  const states = data.filter(({ event }) => event === paid.body.event).map(({ state }) => state);
  expect(states).toEqual(["dropped"]);
  expect(about(session.id, "checkout.session.completed")).toEqual([]);
  const stored = await bench.stripe.events.retrieve(paid.body.event);
  expect(stored).toMatchObject({ type: "checkout.session.completed", pending_webhooks: 1 });
  const again = await bench.call("POST", `/_simulator/events/${stored.id}/resend`);
  expect(again.body).toEqual({ queued: 1 });
  await bench.event("checkout.session.completed", session.id);
});

test("can come late", async () => {
  await bench.fault({ type: "webhook_delay", event: "checkout.session.expired", delay_ms: 800 });
  const session = await open();
  const started = Date.now();
  await bench.stripe.checkout.sessions.expire(session.id);
  const { at } = await bench.event("checkout.session.expired", session.id);
  expect(at - started).toBeGreaterThanOrEqual(800);
});

test("can come several times", async () => {
  await bench.fault({ type: "webhook_duplicate", event: "checkout.session.expired", copies: 2 });
  const session = await open();
  await bench.stripe.checkout.sessions.expire(session.id);
  const copies = await eventually("three copies", () => {
    const seen = about(session.id, "checkout.session.expired");
    return seen.length >= 3 && seen;
  });
  expect(new Set(copies.map(({ event }) => event.id)).size).toBe(1);
});

test("can come in the opposite order", async () => {
  await bench.fault({ type: "webhook_reorder", event: "*", window_ms: 4_000, times: null });
  const session = await open();
  await pay(session.id);
  const { payment_intent: intent } = await bench.stripe.checkout.sessions.retrieve(session.id);
  await bench.event("payment_intent.created", String(intent));
  const position = (type: string) =>
    bench.receiver.received.findIndex(
      ({ event, body }) => event.type === type && body.includes(String(intent)),
    );
  expect(position("checkout.session.completed")).toBeLessThan(position("charge.succeeded"));
  expect(position("charge.succeeded")).toBeLessThan(position("payment_intent.created"));
});

test("endpoints can be added, with events of their choice, and removed", async () => {
  const endpoint = await bench.stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${bench.receiver.port}/extra`,
    enabled_events: ["checkout.session.expired"],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  const session = await open();
  await bench.stripe.checkout.sessions.expire(session.id);
  const extra = await eventually("the extra endpoint hears of it", () =>
    bench.receiver.received.find(({ path }) => path === "/extra"),
  );
  const signature = String(extra.headers["stripe-signature"]);
  expect(
    bench.stripe.webhooks.constructEvent(extra.body, signature, String(endpoint.secret)).type,
  ).toBe("checkout.session.expired");
  expect((await bench.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  expect((await bench.stripe.webhookEndpoints.del(endpoint.id)).deleted).toBe(true);
});

test("faults are listed, and cleared one by one or all at once", async () => {
  const first = await bench.fault({
    type: "webhook_drop",
    event: "x.*",
    times: null,
    probability: 0.5,
  });
  await bench.fault({ type: "api_error", status: 429, path: "/v1/refunds", times: 2 });
  const listed = await bench.call("GET", "/_simulator/faults");
  expect(listed.body.data).toMatchObject([
    { id: first.id, type: "webhook_drop", remaining: null },
    { type: "api_error", remaining: 2, matched: 0 },
  ]);
  expect((await bench.call("DELETE", `/_simulator/faults/${first.id}`)).body.cleared).toBe(1);
  expect((await bench.call("DELETE", "/_simulator/faults")).body.cleared).toBe(1);
  for (const body of [{ type: "earthquake" }, { type: "webhook_drop", colour: "red" }, {}]) {
    expect((await bench.call("POST", "/_simulator/faults", body)).status).toBe(400);
  }
});
