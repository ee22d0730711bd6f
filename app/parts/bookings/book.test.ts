import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { book } from "./book.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

test("a guest whose checkout could not be made goes on with the hold that it left", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer();
  const email = `${randomUUID()}@example.fr`;
  const submit = async (cookie = "") => {
    const body = new URLSearchParams({ slotId, email, amount: String(priceCents) });
    const request = new Request("http://localhost/", { method: "POST", body, headers: { cookie } });
    const answer = await book(await world.context(), request, { path: "/session", sessionId });
    if (answer instanceof Response) return { status: answer.status, headers: answer.headers };
    return { status: answer.init?.status, headers: new Headers(answer.init?.headers) };
  };
  const path = "/v1/checkout/sessions";
  await world.simulator.fault({ type: "api_error", status: 500, path, times: null });
  const failed = await submit();
  expect(failed.status).toBe(502);
  const proof = failed.headers.get("set-cookie")?.split(";")[0];
  expect(proof).toMatch(/^achat=./);
  await world.simulator.clearFaults();
  expect((await submit()).status).toBe(409);
  const resumed = await submit(proof);
  expect(resumed.status).toBe(302);
  expect(resumed.headers.get("location")).toContain("/c/pay/cs_");
});
