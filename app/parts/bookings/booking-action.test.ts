import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookings, idempotencyKeys, mails } from "#core/tables.server.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { book } from "./booking-action.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** The fields of a slot's choice in the list. */
const choose = (slotId: string, seenCents: number) => ({
  slotId,
  [`price-${slotId}`]: String(seenCents),
});

test("a guest whose checkout could not be made goes on with the hold that it left", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer();
  const email = `${randomUUID()}@example.fr`;
  const submit = async (cookie = "", browser = "Firefox") => {
    const body = new URLSearchParams({ ...choose(slotId, priceCents), email });
    const headers = { cookie, "User-Agent": browser };
    const request = new Request("http://localhost/", { method: "POST", body, headers });
    const answer = await book(await world.context(), request, { sessionId });
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
  // Another browser, in which the same e-mail was typed.
  expect((await submit("", "Safari")).status).toBe(409);
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
  const answer = await book(await world.context(userId), request, offering);
  if (answer instanceof Response) {
    const { headers } = answer;
    return { to: headers.get("location"), proof: headers.get("set-cookie")?.split(";")[0] };
  }
  return { status: answer.init?.status, ...answer.data };
}

const bookingsOf = (slotId: string) => world.db.$count(bookings, eq(bookings.slotId, slotId));

test("without scripts the number chosen for all slots counts, and is refused beside its field where the slot has fewer", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer({ spots: 2 });
  const form = { ...choose(slotId, priceCents), email: `${randomUUID()}@example.fr` };
  expect(await send({ sessionId }, { ...form, seats: "2", seatsOfAny: "3" })).toMatchObject({
    status: 409,
    fields: { seats: ["Il ne reste que 2 places à ce créneau."] },
    asked: { seats: "3" },
  });
  const held = await send({ sessionId }, { ...form, seats: "2", seatsOfAny: "1" });
  expect(held.to).toContain("/c/pay/cs_");
  const [row] = await world.db.select().from(bookings).where(eq(bookings.slotId, slotId));
  expect(row?.seats).toBe(1);
});

test("a guest whose answer was lost, and the cookie with it, sends the form again to their own hold", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer({ spots: 1 });
  const form = {
    ...choose(slotId, priceCents),
    email: `${randomUUID()}@example.fr`,
    cle: randomUUID(),
  };
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
  const form = {
    ...choose(slotId, priceCents),
    email: `${randomUUID()}@example.fr`,
    cle: randomUUID(),
  };
  const first = await send({ activityId }, form);
  expect(first.to).toContain("/c/pay/cs_");
  expect(await send({ activityId }, form)).toEqual(first);
});

test("what costs a guest nothing is mailed once", async () => {
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 0 });
  const email = `${randomUUID()}@example.fr`;
  const form = { ...choose(slotId, 0), email, cle: randomUUID() };
  const first = await send({ sessionId }, form);
  expect(first.to).toContain("/verifiez-votre-boite-mail");
  expect(await send({ sessionId }, form)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
  expect(await world.db.$count(mails, eq(mails.toAddress, email))).toBe(1);
});

test("what costs a client nothing is booked once, and the same page says so", async () => {
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 0, spots: 2 });
  const { id } = await makeUser(world.db);
  const form = { ...choose(slotId, 0), signedIn: "1", cle: randomUUID() };
  const first = await send({ sessionId }, form, id);
  expect(first.to).toContain("/payment-success");
  expect(await send({ sessionId }, form, id)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
});

test("a client who pays goes on with their hold, also without a key", async () => {
  const { sessionId, slotId, priceCents } = await world.makeOffer();
  const { id } = await makeUser(world.db);
  const form = { ...choose(slotId, priceCents), signedIn: "1" };
  const first = await send({ sessionId }, form, id);
  expect(first.to).toContain("/c/pay/cs_");
  expect(await send({ sessionId }, form, id)).toEqual(first);
  expect(await bookingsOf(slotId)).toBe(1);
});

describe("a client's form without JavaScript, and so without a key", () => {
  test.each([4_000, 0])("sent several times at once is one booking, at %i cents", async (cents) => {
    const { sessionId, slotId } = await world.makeOffer({ spots: 6, priceCents: cents });
    const { id } = await makeUser(world.db);
    const form = { ...choose(slotId, cents), signedIn: "1", cle: "" };
    const clicks = await Promise.all(
      Array.from({ length: 4 }, () => send({ sessionId }, form, id)),
    );
    const [first] = clicks;
    expect(first?.to).toContain(cents ? "/c/pay/cs_" : "/payment-success");
    expect(clicks).toEqual(Array(4).fill(first));
    expect(await bookingsOf(slotId)).toBe(1);
  });

  test("sent with another note, or later, is another request", async () => {
    const { sessionId, slotId } = await world.makeOffer({ spots: 6, priceCents: 0 });
    const { id } = await makeUser(world.db);
    const form = { ...choose(slotId, 0), signedIn: "1", cle: "" };
    await send({ sessionId }, form, id);
    const other = await send({ sessionId }, { ...form, bookingNotes: "Un tapis, merci." }, id);
    expect(other).toMatchObject({ status: 409 });
    world.shift(6_000);
    const later = await send({ sessionId }, form, id);
    world.shift(0);
    expect(later).toMatchObject({ status: 409 });
    expect(await bookingsOf(slotId)).toBe(1);
  });
});

describe("a guest's form of a shared page, without JavaScript and so without a key", () => {
  /** The answer to the form, to one browser of one network. */
  async function click(
    sessionId: string,
    fields: Record<string, string>,
    { browser = "Firefox", address = "198.51.100.7" } = {},
  ) {
    const body = new URLSearchParams(fields);
    const headers = { "User-Agent": browser };
    const request = new Request("http://localhost/", { method: "POST", body, headers });
    const ctx = await world.context(undefined, { address });
    const answer = await book(ctx, request, { sessionId });
    if (!(answer instanceof Response)) return { status: answer.init?.status };
    const { headers: told } = answer;
    return { to: told.get("location"), proof: told.get("set-cookie")?.split(";")[0] };
  }

  test.each([4_000, 0])("sent several times at once is one booking, at %i cents", async (cents) => {
    const { sessionId, slotId } = await world.makeOffer({ spots: 6, priceCents: cents });
    const email = `${randomUUID()}@example.fr`;
    const form = { ...choose(slotId, cents), email, bookingNotes: "Un tapis, merci." };
    const clicks = await Promise.all(Array.from({ length: 4 }, () => click(sessionId, form)));
    const [first] = clicks;
    expect(first).toEqual({
      to: expect.stringContaining(cents ? "/c/pay/cs_" : "/verifiez-votre-boite-mail"),
      proof: expect.stringMatching(/^achat=[\w-]{43}$/),
    });
    expect(clicks).toEqual(Array(4).fill(first));
    expect(await bookingsOf(slotId)).toBe(1);
  });

  test("is another guest's from another browser or network, with another e-mail, and later", async () => {
    const { sessionId, slotId, priceCents } = await world.makeOffer({ spots: 6 });
    const email = `${randomUUID()}@example.fr`;
    const form = { ...choose(slotId, priceCents), email };
    const first = await click(sessionId, form);
    const others = [
      await click(sessionId, form, { browser: "Safari" }),
      await click(sessionId, form, { address: "203.0.113.9" }),
      await click(sessionId, { ...form, email: `autre-${email}` }),
    ];
    world.shift(31_000);
    others.push(await click(sessionId, { ...form, email: `autre-${email}` }));
    world.shift(0);
    const proofs = [first, ...others].map(({ proof }) => proof);
    expect(new Set(proofs).size).toBe(5);
    expect(await bookingsOf(slotId)).toBe(5);
    // The database holds nothing that proves a purchase.
    const kept = JSON.stringify(await world.db.select().from(idempotencyKeys));
    for (const proof of proofs) expect(kept).not.toContain(String(proof).slice("achat=".length));
  });
});
