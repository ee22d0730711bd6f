import { afterAll, beforeAll, expect, test } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { HOUR } from "#core/durations.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeSlot } from "#test/make/catalogue.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { openSite, type Site } from "#test/make/site.ts";

let world: PaymentWorld;
let site: Site;
beforeAll(async () => {
  world = await openPaymentWorld();
  site = await openSite(await world.context());
});
afterAll(async () => {
  await site.close();
  await world.stop();
});

test("a client moves a booking by a form without JavaScript, and reads why not where nothing is chosen", async () => {
  const offer = await world.makeOffer({ priceCents: 0, spots: 2 });
  const session = { id: offer.sessionId, capacity: 2 };
  const start = new Date(Date.now() + 96 * HOUR);
  const other = await makeSlot(world.db, { session, start, now: new Date() });
  const { id, email } = await makeUser(world.db, { password: "parenthese" });
  const ctx = await world.context(id);
  const { bookingId } = await bookSlot(ctx, offer);
  const url = `${site.origin}/reservations/${bookingId}/deplacer`;
  const { login } = await logIn(ctx, { email, password: "parenthese" });
  const cookie = cookieWith(ctx, login);
  const shown = await (await fetch(url, { headers: { cookie } })).text();
  expect(shown).toContain(`name="pay-${other.id}" value="0"`);
  expect(shown).toContain("Même prix");
  const send = (fields: Record<string, string>) =>
    fetch(url, {
      ...{ method: "POST", redirect: "manual", headers: { origin: site.origin, cookie } },
      body: new URLSearchParams(fields),
    });
  const refused = await send({});
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Choisissez un horaire");
  expect((await outcomeOf(world.db, bookingId)).booking.slotId).toBe(offer.slotId);
  const moved = await send({
    slotId: other.id,
    ...{ [`pay-${other.id}`]: "0", [`back-${other.id}`]: "0" },
  });
  expect([moved.status, moved.headers.get("location")]).toEqual([302, "/mes-sessions"]);
  expect((await outcomeOf(world.db, bookingId)).booking.slotId).toBe(other.id);
});
