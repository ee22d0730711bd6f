import createClient from "openapi-fetch";
import { expect, onTestFinished, test } from "vitest";
import type { paths } from "./+types/api";
import { checkoutOf, openPaymentWorld } from "./make/payments.ts";
import { makeUser } from "./make/people.ts";
import { openSite } from "./make/site.ts";

/** A program whose author has the OpenAPI document alone; its types hold that the document is enough. */
test("a client made of the document signs in, searches, books for two and cancels", async () => {
  const world = await openPaymentWorld();
  onTestFinished(world.stop);
  const offer = await world.makeOffer({ spots: 3 });
  const [email, password] = ["programme@example.fr", "parenthese"];
  await makeUser(world.db, { email, password });
  const { origin, close } = await openSite(await world.context());
  onTestFinished(close);

  const api = createClient<paths>({ baseUrl: `${origin}/api/v1` });
  const tokens = await api.POST("/auth/token", {
    params: { query: { grant_type: "password" } },
    body: { email, password },
  });
  api.use({
    onRequest: ({ request }) =>
      request.headers.set("authorization", `Bearer ${tokens.data?.access_token}`),
  });
  const found = await api.GET("/sessions", {
    params: { query: { professional: offer.professional.id, seats: 2 } },
  });
  const [session] = found.data?.data ?? [];
  const [slot] = session?.slots ?? [];
  expect(slot).toMatchObject({ id: offer.slotId, available_spots: 3, price_now: 40 });
  const held = await api.POST("/functions/create-session-payment", {
    body: { sessionId: session?.id ?? "", slotId: slot?.id ?? "", seats: 2, amount: 8_000 },
  });
  expect(held.data?.url).toMatch(/^http/);

  const own = async () => (await api.GET("/bookings/sessions")).data?.data[0];
  const booking = await own();
  const id = booking?.id ?? "";
  expect(booking).toMatchObject({ status: "pending", seats: 2, price_paid: 80 });
  const sessionId = await checkoutOf(world.db, id);
  await world.simulator.pay(sessionId);
  const verified = await api.POST("/functions/verify-payment", { body: { sessionId } });
  expect(verified.data).toEqual({ booking_confirmed: true });
  const cancelled = await api.POST("/bookings/{id}/cancel", { params: { path: { id } } });
  expect(cancelled.response.status).toBe(204);
  expect(await own()).toMatchObject({ id, status: "cancelled" });
  const again = await api.POST("/bookings/{id}/cancel", { params: { path: { id } } });
  expect(again.error?.error).toMatchObject({ code: "conflict" });
});
