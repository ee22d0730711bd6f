import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type Bench,
  eventually,
  refusal,
  sessionTerms,
  startBench,
} from "../../test/test-bench.ts";
import { operations } from "../protocol/schemas.ts";
import { handlers } from "./operations.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());
afterEach(() => bench.call("DELETE", "/_simulator/faults"));

const open = (options = {}, more = {}) =>
  bench.stripe.checkout.sessions.create(sessionTerms(undefined, more), options);
const raw = (path: string, init: RequestInit = {}) =>
  fetch(bench.base + path, {
    ...init,
    headers: { authorization: `Bearer ${bench.key}`, ...init.headers },
  });

test("every call of the subset is played, and nothing else", () => {
  expect(Object.keys(handlers).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test("a connection that is not used ends when its caller wants", async () => {
  expect((await raw("/v1/balance")).headers.get("keep-alive")).toBeNull();
});

describe("refuses", () => {
  test("a missing or foreign key", async () => {
    const anonymous = await fetch(`${bench.base}/v1/balance`);
    expect(anonymous.status).toBe(401);
    expect(await anonymous.json()).toMatchObject({ error: { type: "invalid_request_error" } });
    const foreign = new Stripe("sk_test_somebody_else", {
      host: "127.0.0.1",
      port: new URL(bench.base).port,
      protocol: "http",
    });
    const error = await refusal(foreign.balance.retrieve());
    expect(error).toMatchObject({ type: "StripeAuthenticationError", statusCode: 401 });
    expect(error.message).not.toContain("somebody");
  });

  test("another version of the API", async () => {
    const response = await raw("/v1/balance", { headers: { "stripe-version": "2020-08-27" } });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toContain("Invalid Stripe API version");
  });

  test("an unknown address", async () => {
    const response = await raw("/v1/rockets");
    expect(response.status).toBe(404);
    expect((await response.json()).error.message).toContain(
      "Unrecognized request URL (GET: /v1/rockets)",
    );
    expect(response.headers.get("request-id")).toMatch(/^req_/);
  });

  test("JSON bodies", async () => {
    const response = await raw("/v1/refunds", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(response.status).toBe(400);
  });

  test.each([
    ["charge=ch_1&colour=red", "parameter_unknown", "colour", "Received unknown parameter: colour"],
    [
      "colour=red&size=2",
      "parameter_unknown",
      "colour",
      "Received unknown parameters: colour, size",
    ],
    ["amount=much", "parameter_invalid_integer", "amount", "Invalid integer: much"],
    ["reverse_transfer=maybe", undefined, "reverse_transfer", "Invalid boolean: maybe"],
    [
      "reason=boredom",
      undefined,
      "reason",
      "Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer",
    ],
    ["charge=", "parameter_invalid_empty", "charge", "You passed an empty string for 'charge'"],
    [`metadata[a]=${"x".repeat(501)}`, undefined, "metadata[a]", "at most 500 characters"],
  ])("the body %s", async (body, code, param, message) => {
    const response = await raw("/v1/refunds", { method: "POST", body: new URLSearchParams(body) });
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error).toMatchObject({ type: "invalid_request_error", param });
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
  });
});

describe("an idempotency key", () => {
  test("replays the first answer", async () => {
    const first = await open({ idempotencyKey: "k1" });
    const second = await open({ idempotencyKey: "k1" });
    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(second.lastResponse.headers["original-request"]).toBe(first.lastResponse.requestId);
    expect((await open({ idempotencyKey: "k2" })).id).not.toBe(first.id);
  });

  test("cannot be used for something else", async () => {
    await open({ idempotencyKey: "k3" });
    const error = await refusal(open({ idempotencyKey: "k3" }, { client_reference_id: "other" }));
    expect(error).toMatchObject({ statusCode: 400, type: "StripeIdempotencyError" });
  });

  test("replays refusals of the work, not refusals of the parameters", async () => {
    const refund = () =>
      refusal(bench.stripe.refunds.create({ payment_intent: "pi_no" }, { idempotencyKey: "k4" }));
    expect((await refund()).headers?.["idempotent-replayed"]).toBeUndefined();
    expect((await refund()).headers?.["idempotent-replayed"]).toBe("true");
    const unknown = () => refusal(open({ idempotencyKey: "k5" }, { colour: "red" }));
    await unknown();
    expect((await unknown()).headers?.["idempotent-replayed"]).toBeUndefined();
    expect((await open({ idempotencyKey: "k5" })).status).toBe("open");
  });

  test("is taken while its first request is still running", async () => {
    await bench.fault({ type: "api_delay", delay_ms: 4_000, path: "/v1/checkout/sessions" });
    const slow = open({ idempotencyKey: "k6" });
    await eventually("the first is at it", async () => {
      const { data } = (await bench.call("GET", "/_simulator/faults")).body;
      return data[0].matched === 1;
    });
    const error = await refusal(open({ idempotencyKey: "k6" }));
    expect(error).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
    expect((await slow).status).toBe("open");
  });

  const count = async () => (await bench.stripe.checkout.sessions.list({ limit: 100 })).data.length;
  const sessions = { path: "/v1/checkout/sessions", method: "POST" };

  test("saves the caller whose answer was lost", async () => {
    const before = await count();
    await bench.fault({ type: "api_delay", delay_ms: 4_000, after_execution: true, ...sessions });
    const lost = await refusal(open({ idempotencyKey: "k7", timeout: 2_000 }));
    expect(lost.type).toBe("StripeConnectionError");
    const found = await eventually("the first has ended", () =>
      open({ idempotencyKey: "k7" }).catch(() => null),
    );
    expect(found?.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(await count()).toBe(before + 1);
  });

  // https://docs.stripe.com/api/idempotent_requests: « including 500 errors ».
  test.each([
    ["k8", "before", false, 0],
    ["k9", "after", true, 1],
  ])("replays a 500 of %s that came %s the work", async (key, _, afterwards, made) => {
    const before = await count();
    await bench.fault({
      ...{ type: "api_error", status: 500, after_execution: afterwards },
      ...sessions,
    });
    const options = { idempotencyKey: key, maxNetworkRetries: 1 };
    const first = await refusal(open(options));
    expect([first.statusCode, first.headers?.["stripe-should-retry"]]).toEqual([500, "false"]);
    const second = await refusal(open(options));
    expect(second.statusCode).toBe(500);
    expect(second.headers).toMatchObject({
      "idempotent-replayed": "true",
      "original-request": first.requestId,
    });
    expect(await count()).toBe(before + made);
    expect((await open({ idempotencyKey: `${key}.2` })).status).toBe("open");
  });

  test.each([429, 503])("forgets a %i, which comes before the work", async (status) => {
    await bench.fault({ type: "api_error", status, ...sessions });
    expect((await refusal(open({ idempotencyKey: `k${status}` }))).statusCode).toBe(status);
    expect((await open({ idempotencyKey: `k${status}` })).status).toBe("open");
  });
});

describe("faults of the API", () => {
  test("answer 429 as often as asked, on the address asked", async () => {
    await bench.fault({ type: "api_error", status: 429, path: "/v1/checkout/*", times: 2 });
    expect((await bench.stripe.balance.retrieve()).object).toBe("balance");
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await refusal(open())).toMatchObject({
        type: "StripeRateLimitError",
        statusCode: 429,
      });
    }
    expect((await open()).status).toBe("open");
  });

  test("answer 503, which the SDK tries again", async () => {
    await bench.fault({ type: "api_error", status: 503, path: "/v1/checkout/sessions" });
    const patient = await open({ maxNetworkRetries: 1 });
    expect(patient.status).toBe("open");
  });

  test("never answer", async () => {
    await bench.fault({ type: "api_timeout", path: "/v1/balance" });
    const error = await refusal(bench.stripe.balance.retrieve({}, { timeout: 300 }));
    expect(error.type).toBe("StripeConnectionError");
  });
});

describe("lists", () => {
  test("are paged both ways, newest first", async () => {
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      ids.unshift((await bench.stripe.customers.create({ name })).id);
    }
    const page = (params: object) => bench.stripe.customers.list({ limit: 2, ...params });
    const names = (list: Stripe.ApiList<Stripe.Customer>) => list.data.map(({ name }) => name);
    const first = await page({});
    expect([names(first), first.has_more, first.url]).toEqual([["e", "d"], true, "/v1/customers"]);
    expect(names(await page({ starting_after: ids[1] }))).toEqual(["c", "b"]);
    const last = await page({ starting_after: ids[3] });
    expect([names(last), last.has_more]).toEqual([["a"], false]);
    expect(names(await page({ ending_before: ids[3] }))).toEqual(["d", "c"]);
    const all: string[] = [];
    for await (const customer of bench.stripe.customers.list({ limit: 2 })) all.push(customer.id);
    expect(all).toEqual(ids);
  });

  test("refuse what Stripe refuses", async () => {
    expect(await refusal(bench.stripe.customers.list({ limit: 101 }))).toMatchObject({
      param: "limit",
    });
    expect(await refusal(bench.stripe.customers.list({ limit: 0 }))).toMatchObject({
      param: "limit",
    });
    const lost = await refusal(bench.stripe.customers.list({ starting_after: "cus_no" }));
    expect(lost).toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "starting_after",
    });
  });

  test("are filtered by time", async () => {
    const session = await open();
    const since = (gte: number) => bench.stripe.checkout.sessions.list({ created: { gte } });
    expect((await since(session.created)).data.map(({ id }) => id)).toContain(session.id);
    expect((await since(session.created + 100)).data).toEqual([]);
  });
});

describe("expand", () => {
  test("replaces ids by objects and adds lists, as deep as asked", async () => {
    const session = await open({}, { expand: ["line_items.data.price.product"] });
    expect(session.line_items?.data[0]?.price?.product).toMatchObject({
      name: "Yoga doux du soir",
    });
    const list = await bench.stripe.checkout.sessions.list({ expand: ["data.line_items"] });
    expect(list.data[0]?.line_items?.data).toHaveLength(1);
    const plain = await bench.stripe.checkout.sessions.retrieve(session.id);
    expect(plain.line_items).toBeUndefined();
  });

  test("refuses what cannot be expanded", async () => {
    const session = await open();
    const expand = (path: string) =>
      refusal(bench.stripe.checkout.sessions.retrieve(session.id, { expand: [path] }));
    expect((await expand("status")).message).toBe("This property cannot be expanded (status).");
    expect((await expand("colour")).statusCode).toBe(400);
    expect((await expand("a.b.c.d.e")).message).toContain("more than 4 levels");
  });
});

test("metadata is merged, and removed key by key or as a whole", async () => {
  const { id } = await bench.stripe.customers.create({ metadata: { a: "1", b: "2" } });
  const update = async (metadata: Stripe.Emptyable<Stripe.MetadataParam>) =>
    (await bench.stripe.customers.update(id, { metadata })).metadata;
  expect(await update({ b: "3", c: "4" })).toEqual({ a: "1", b: "3", c: "4" });
  expect(await update({ b: "" })).toEqual({ a: "1", c: "4" });
  expect(await update("")).toEqual({});
  expect(await bench.stripe.customers.del(id)).toMatchObject({ deleted: true });
  expect(await bench.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
});

test("the switches document themselves, for people and for programs", async () => {
  const json = await bench.call("GET", "/_simulator");
  expect(json.body.switches.length).toBeGreaterThan(10);
  expect(json.body.test_cards).toContainEqual(
    expect.objectContaining({ number: "4242424242424242" }),
  );
  const html = await fetch(`${bench.base}/_simulator`, { headers: { accept: "text/html" } });
  expect(await html.text()).toContain("Simulateur de paiement");
});
