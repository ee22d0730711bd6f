import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerOf } from "#test/make/api.ts";
import { makeClient, openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

async function apiOf(userId?: string) {
  const call = callerOf(await world.context(userId));
  return (path: string, body?: object, key?: string) =>
    call(body ? "POST" : "GET", path, body, key && { "idempotency-key": key });
}
const checkout = { status: 200, body: { url: expect.stringContaining("/c/pay/cs_") } };
const idIn = (url: string) => url.split("/").at(-1) ?? "";

test("a client pays a session and an activity by their own calls (rule: activities-alike)", async () => {
  const session = await world.makeOffer({ priceCents: 4_000 });
  const activity = await world.makeActivityOffer();
  const client = await makeClient(world.db);
  const call = await apiOf(client);
  const { sessionId, activityId } = { ...session, ...activity };
  const asked = { sessionId, slotId: session.slotId, amount: 4_000 };
  expect(
    await call("/functions/create-session-payment", { ...asked, amount: 3_999 }),
  ).toMatchObject({
    status: 409,
    body: { error: { message: "Le prix de cette séance a changé." } },
  });
  const opened = await call("/functions/create-session-payment", asked);
  expect(opened).toEqual(checkout);
  const joined = await call("/functions/create-activity-payment", {
    ...{ activityId, slotId: activity.slotId, amount: activity.priceCents },
  });
  expect(joined).toEqual(checkout);

  const verify = () => call("/functions/verify-payment", { sessionId: idIn(opened.body.url) });
  expect(await verify()).toEqual({ status: 200, body: { booking_confirmed: false } });
  await world.simulator.pay(idIn(opened.body.url));
  expect(await verify()).toEqual({ status: 200, body: { booking_confirmed: true } });

  const own = await call("/bookings/sessions");
  expect(own.body.data[0]).toMatchObject({
    ...{ client_id: client, session_slot_id: session.slotId, price_paid: 40 },
    ...{ status: "confirmed", payment_status: "paid", booking_notes: null },
    slot: {
      id: session.slotId,
      session: {
        ...{ id: sessionId, price: 40 },
        professional: { business_name: expect.any(String), user_id: session.professional.userId },
      },
    },
  });
  const office = await apiOf(activity.professional.userId);
  expect((await office("/bookings/activities")).body.data).toMatchObject([
    {
      ...{ activity_slot_id: activity.slotId, status: "pending", payment_status: "pending" },
      slot: { id: activity.slotId, activity: { id: activityId, capacity: expect.any(Number) } },
    },
  ]);
  expect((await call("/bookings/activities")).status).toBe(403);

  const slot = `/slots/${activity.slotId}/cancel`;
  expect((await call(slot, {})).status).toBe(403);
  expect(await office(slot, {})).toEqual({ status: 200, body: { cancelled: 0 } });
  expect((await office("/bookings/activities")).body.data).toEqual([]);
  expect((await office(`/slots/${sessionId}/cancel`, {})).status).toBe(404);
  expect((await office("/slots/aucun/cancel", {})).status).toBe(422);
  expect((await (await apiOf())(slot, {})).status).toBe(401);
});

test("a guest pays with an e-mail, and is known again by a cookie (rule: guest-account)", async () => {
  const call = await apiOf();
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 4_000 });
  const asked = { sessionId, slotId, amount: 4_000 };
  for (const email of ["", "personne"]) {
    expect(
      await call("/functions/create-guest-session-payment", { ...asked, email }),
    ).toMatchObject({
      status: 422,
      body: { error: { fields: { email: ["Veuillez saisir une adresse email valide"] } } },
    });
  }
  const email = `${randomUUID()}@example.fr`;
  const opened = await call("/functions/create-guest-session-payment", { ...asked, email });
  expect(opened).toEqual(checkout);
  const paid = idIn(opened.body.url);
  await world.simulator.pay(paid);
  expect(await call("/functions/verify-guest-payment", { sessionId: paid })).toEqual({
    status: 200,
    body: {
      success: true,
      isNewUser: true,
      message: "Votre compte a été créé et votre réservation confirmée.",
    },
  });
  const stranger = await apiOf();
  const { body } = await stranger("/functions/verify-guest-payment", { sessionId: paid });
  expect(body).toMatchObject({ success: true, isNewUser: false });
  expect((await call("/functions/verify-payment", { sessionId: paid })).status).toBe(401);
});

test("while the buyer's bank decides, the calls say so, and nothing is cancelled", async () => {
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 4_000 });
  const call = await apiOf(await makeClient(world.db));
  const asked = { sessionId, slotId, amount: 4_000 };
  const paid = idIn((await call("/functions/create-session-payment", asked)).body.url);
  await world.simulator.fault({ type: "process_payments" });
  await world.simulator.pay(paid);
  expect((await call("/functions/verify-payment", { sessionId: paid })).body).toEqual({
    booking_confirmed: false,
    payment_processing: true,
  });
  const [booking] = (await call("/bookings/sessions")).body.data;
  expect(booking).toMatchObject({ status: "pending", payment_status: "processing" });
  expect(await call(`/bookings/${booking.id}/cancel`, {})).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("ne peut plus être annulé tant que") } },
  });
  // Asked for again, nothing more is due.
  const again = await call("/functions/create-session-payment", asked);
  expect(again.body.url).toContain(`/payment-success?session_id=${paid}`);

  const guest = await apiOf();
  const other = await world.makeActivityOffer();
  const opened = await guest("/functions/create-guest-activity-payment", {
    ...{ activityId: other.activityId, slotId: other.slotId, amount: other.priceCents },
    email: `${randomUUID()}@example.fr`,
  });
  await world.simulator.fault({ type: "process_payments" });
  await world.simulator.pay(idIn(opened.body.url));
  const verify = () =>
    guest("/functions/verify-guest-payment", { sessionId: idIn(opened.body.url) });
  expect((await verify()).body).toMatchObject({
    ...{ success: false, isNewUser: false, payment_processing: true },
    message: expect.stringContaining("Paiement en cours"),
  });
  const checkout = idIn(opened.body.url);
  await world.simulator.fault({ type: "settle_payment", checkout, outcome: "failed" });
  await world.simulator.untilDelivered();
  expect((await verify()).body).toEqual({
    ...{ success: false, isNewUser: false },
    message: expect.stringContaining("Votre banque a refusé ce paiement"),
  });
});

test("a guest whose checkout could not be made goes on with the hold that it left", async () => {
  const call = await apiOf();
  const { sessionId, slotId, priceCents: amount } = await world.makeOffer();
  const asked = { sessionId, slotId, amount, email: `${randomUUID()}@example.fr` };
  const path = "/v1/checkout/sessions";
  await world.simulator.fault({ type: "api_error", status: 500, path, times: null });
  expect(await call("/functions/create-guest-session-payment", asked)).toMatchObject({
    status: 503,
    body: { error: { code: "provider_unavailable" } },
  });
  await world.simulator.clearFaults();
  expect(await call("/functions/create-guest-session-payment", asked)).toEqual(checkout);
  const stranger = await apiOf();
  expect((await stranger("/functions/create-guest-session-payment", asked)).status).toBe(409);
});

test("with its key a payment is opened once, and a guest whose answer was lost is known again", async () => {
  const { sessionId, slotId } = await world.makeOffer({ priceCents: 4_000, spots: 5 });
  const asked = { sessionId, slotId, amount: 4_000 };
  const client = await apiOf(await makeClient(world.db));
  const path = "/functions/create-session-payment";
  const opened = await client(path, asked, "a-key");
  expect(opened).toEqual(checkout);
  expect(await client(path, asked, "a-key")).toEqual(opened);
  expect(await client(path, { ...asked, bookingNotes: "Dos fragile" }, "a-key")).toMatchObject({
    ...{ status: 422, body: { error: { code: "key_reused" } } },
  });

  const guestPath = "/functions/create-guest-session-payment";
  const guest = { ...asked, email: `${randomUUID()}@example.fr` };
  const key = randomUUID();
  const lost = await (await apiOf())(guestPath, guest, key);
  expect(lost).toEqual(checkout);
  // A browser that has no cookie yet, because the answer that carried it never arrived.
  const again = await apiOf();
  expect(await again(guestPath, guest, key)).toEqual(lost);
  await world.simulator.pay(idIn(lost.body.url));
  const paid = { sessionId: idIn(lost.body.url) };
  expect((await again("/functions/verify-guest-payment", paid)).body).toMatchObject({
    ...{ success: true, isNewUser: true },
  });
  // A key that somebody made up proves nothing.
  const other = { ...asked, email: `${randomUUID()}@example.fr` };
  const theirs = await (await apiOf())(guestPath, other, "1");
  expect(theirs).toEqual(checkout);
  const stranger = await apiOf();
  await stranger(guestPath, { ...other, email: `${randomUUID()}@example.fr` }, "1");
  expect((await stranger(guestPath, other)).body.url).not.toBe(theirs.body.url);
});

test("everybody reads a professional's public columns and the categories, by name (rule: public-columns)", async () => {
  const { professional } = await world.makeOffer();
  const call = await apiOf();
  const answer = await call("/rpc/get_public_professional_profile", {
    profile_id: professional.id,
  });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).sort()).toEqual([
    "business_city",
    "business_description",
    "business_name",
    "business_postal_code",
    "id",
    "is_verified",
    "rating",
    "total_reviews",
  ]);
  const { data } = (await call("/activity-types")).body;
  const names = data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator("fr").compare));
  expect(data[0]).toMatchObject({ category: "session" });
});
