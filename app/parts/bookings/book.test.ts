import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookings, mails } from "#core/tables.server.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
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

/** The address that a booking form with these fields leads to, and the cookie that it sets. */
async function send(
  offering: { sessionId: string } | { activityId: string },
  fields: Record<string, string>,
  userId?: string,
) {
  const body = new URLSearchParams(fields);
  const request = new Request("http://localhost/", { method: "POST", body });
  const answer = await book(await world.context(userId), request, { path: "/ici", ...offering });
  if (answer instanceof Response) {
    const { headers } = answer;
    return { to: headers.get("location"), proof: headers.get("set-cookie")?.split(";")[0] };
  }
  return { status: answer.init?.status, ...answer.data };
}

const bookingsOf = (slotId: string) => world.db.$count(bookings, eq(bookings.slotId, slotId));

test("a guest whose answer was lost, and the cookie with it, sends the form again to their own hold", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer({ spots: 1 });
  const amount = String(priceCents);
  const form = { slotId, email: `${randomUUID()}@example.fr`, amount, cle: randomUUID() };
  const first = await send({ sessionId }, form);
  expect(first.to).toContain("/c/pay/cs_");
  expect(await send({ sessionId }, form)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
  // Another guest's key proves nothing: the only seat is held.
  expect(await send({ sessionId }, { ...form, cle: randomUUID() })).toMatchObject({ status: 409 });
  const other = await send({ sessionId }, { ...form, bookingNotes: "Un tapis, merci." });
  expect(other).toMatchObject({ status: 409, retryKey: expect.any(String) });
  expect(await bookingsOf(slotId)).toBe(1);
});

test("the same for an activity", async () => {
  const { activityId, slotId, priceCents } = await world.makeActivityOffer({ spots: 1 });
  const amount = String(priceCents);
  const form = { slotId, email: `${randomUUID()}@example.fr`, amount, cle: randomUUID() };
  const first = await send({ activityId }, form);
  expect(first.to).toContain("/c/pay/cs_");
  expect(await send({ activityId }, form)).toEqual(first);
});

test("what costs a guest nothing is mailed once", async () => {
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 0 });
  const email = `${randomUUID()}@example.fr`;
  const form = { slotId, email, amount: "0", cle: randomUUID() };
  const first = await send({ sessionId }, form);
  expect(first.to).toContain("/verifiez-votre-boite-mail");
  expect(await send({ sessionId }, form)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
  expect(await world.db.$count(mails, eq(mails.toAddress, email))).toBe(1);
});

test("what costs a client nothing is booked once, and the same page says so", async () => {
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 0, spots: 2 });
  const { id } = await makeUser(world.db);
  const form = { slotId, amount: "0", signedIn: "1", cle: randomUUID() };
  const first = await send({ sessionId }, form, id);
  expect(first.to).toContain("/payment-success");
  expect(await send({ sessionId }, form, id)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
});

test("a client who pays goes on with their hold, also without a key", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer();
  const { id } = await makeUser(world.db);
  const form = { slotId, amount: String(priceCents), signedIn: "1" };
  const first = await send({ sessionId }, form, id);
  expect(first.to).toContain("/c/pay/cs_");
  expect(await send({ sessionId }, form, id)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
});
