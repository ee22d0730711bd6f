import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { proposeHour } from "#core/bookings/proposals/propose-hour.server.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { openPaymentWorld, outcomeOf, type PaymentWorld } from "#test/make/payments.ts";
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

const at = (hours: number) => new Date(Math.ceil((Date.now() + hours * HOUR) / MINUTE) * MINUTE);

test("the browser that bought as a guest answers from its booking, others log in first, and a form without JavaScript moves it", async () => {
  const offer = await world.makeOffer({ start: at(72) });
  const email = `invite-${offer.slotId}@example.fr`;
  const booked = await bookSlot(await world.context(), { ...offer, email });
  const { bookingId } = booked;
  await world.pay(bookingId);
  const owner = await world.context(offer.professional.userId);
  await proposeHour(owner, { slotId: offer.slotId, start: at(96).toISOString() });
  const url = `${site.origin}/proposition?reservation=${bookingId}`;
  const cookie = `achat=${booked.guestProof}`;
  const read = async (headers: Record<string, string>) =>
    fetch(url, { headers, redirect: "manual" });
  const stranger = await read({});
  expect(stranger.status).toBe(302);
  expect(stranger.headers.get("location")).toBe(
    `/connexion?suite=${encodeURIComponent(`/proposition?reservation=${bookingId}`)}`,
  );
  const shown = await read({ cookie });
  expect(shown.headers.get("cache-control")).toContain("no-store");
  const page = await shown.text();
  expect(page).toContain("Accepter la nouvelle heure");
  expect(page).toContain(`name="bookingId" value="${bookingId}"`);
  const answer = async (headers: Record<string, string>) => {
    const answered = await fetch(url, {
      ...{ method: "POST", headers: { origin: site.origin, ...headers } },
      body: new URLSearchParams({ bookingId, token: "", intent: "accepted" }),
    });
    return answered.text();
  };
  expect(await answer({})).not.toContain("est accepté");
  expect((await outcomeOf(world.db, bookingId)).booking.slotId).toBe(offer.slotId);
  const done = await answer({ cookie });
  expect(done).toContain("Votre réservation est à la nouvelle heure.");
  expect(done).toMatch(/href="\/mes-sessions"[^>]*>Aller à Mes Sessions/);
  expect((await outcomeOf(world.db, bookingId)).booking.slotId).not.toBe(offer.slotId);
});
