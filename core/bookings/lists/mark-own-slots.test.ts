import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cancelTokenOf,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { showOffering } from "../../catalogue/views/show-offering.server.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { cents } from "../../money.ts";
import { viewUndated } from "../../prices/rules.ts";
import { slots } from "../../tables.server.ts";
import { bookSlot } from "../book-slot.server.ts";
import { abandonCheckout } from "../payment/verify-payment.server.ts";
import { markOwnSlots } from "./mark-own-slots.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

interface Asked {
  kind: "session" | "activity";
  offeringId: string;
  slotId: string;
  guestProof?: string | null;
}

/** The mark of a sold-out offering's only slot for its visitor, and whether the page is closed. */
async function shown(ctx: Context, { kind, offeringId, slotId, guestProof }: Asked) {
  const start = new Date();
  const price = viewUndated({ priceCents: cents(4_000), discountedPriceCents: null });
  const slot = {
    id: slotId,
    start,
    end: start,
    availableSpots: 0,
    isResale: false,
    heldUntil: null,
    closed: null,
    price,
    steps: [],
  };
  const professional = { id: offeringId };
  const offering = { id: offeringId, slots: [slot], unbookable: "sold_out" as const, professional };
  const { slots, unbookable } = await markOwnSlots(ctx, kind, offering, guestProof ?? undefined);
  return { mark: slots[0]?.mark, unbookable };
}

const NOTHING = { mark: undefined, unbookable: "sold_out" };

describe("the page of a session shows to its visitor", () => {
  test("the seat that they hold, with the way on and the way out", async () => {
    const { sessionId, slotId } = await world.makeOffer();
    const ctx = await world.newClient();
    const { bookingId, url } = await bookSlot(ctx, { sessionId, slotId });
    const { payment } = await outcomeOf(world.db, bookingId);
    const asked: Asked = { kind: "session", offeringId: sessionId, slotId };
    const cancelPath = `/payment-canceled/${await cancelTokenOf(world.db, payment)}`;
    expect(await shown(ctx, asked)).toEqual({
      mark: {
        label: "Votre place",
        hold: { seats: 1, until: payment?.expiresAt, checkoutUrl: url, cancelPath },
      },
      unbookable: null,
    });
    const other = await world.newClient();
    expect(await shown(other, asked)).toEqual(NOTHING);
    expect(await shown(await world.context(), asked)).toEqual(NOTHING);
    expect(await shown(ctx, { ...asked, kind: "activity" })).toEqual(NOTHING);
  });

  test("to a guest by the cookie, never by the e-mail, also once signed in", async () => {
    const { activityId, slotId } = await world.makeActivityOffer();
    const visitor = await world.context();
    const wish = { activityId, slotId, email: "revenante@example.fr" };
    const { url, guestProof } = await bookSlot(visitor, wish);
    const asked: Asked = { kind: "activity", offeringId: activityId, slotId };
    const held = { mark: { label: "Votre place", hold: { checkoutUrl: url } }, unbookable: null };
    expect(await shown(visitor, { ...asked, guestProof })).toMatchObject(held);
    const signedIn = await world.newClient();
    expect(await shown(signedIn, { ...asked, guestProof })).toMatchObject(held);
    expect(await shown(visitor, { ...asked, guestProof: "devine" })).toEqual(NOTHING);
  });

  test("no hold whose time is over, nor one that was given back", async () => {
    const { sessionId, slotId } = await world.makeOffer();
    const ctx = await world.newClient();
    const { bookingId } = await bookSlot(ctx, { sessionId, slotId });
    const asked: Asked = { kind: "session", offeringId: sessionId, slotId };
    const later = { ...ctx, now: () => new Date(Date.now() + 32 * MINUTE) };
    expect(await shown(later, asked)).toEqual(NOTHING);
    const { payment } = await outcomeOf(world.db, bookingId);
    const forged = abandonCheckout(ctx, { token: `${payment?.id}.${"x".repeat(43)}` });
    await expect(forged).rejects.toMatchObject({ code: "not_found" });
    await abandonCheckout(ctx, { token: await cancelTokenOf(world.db, payment) });
    expect(await shown(ctx, asked)).toEqual(NOTHING);
  });

  test("what their account has booked, and not what this browser did for an e-mail", async () => {
    const { sessionId, slotId } = await world.makeOffer({ priceCents: 0, spots: 2 });
    const ctx = await world.newClient();
    await bookSlot(ctx, { sessionId, slotId });
    const visitor = await world.context();
    const guest = { sessionId, slotId, email: "amie@example.fr" };
    const { guestProof } = await bookSlot(visitor, guest);
    const asked: Asked = { kind: "session", offeringId: sessionId, slotId };
    expect(await shown(ctx, asked)).toEqual({
      mark: { label: "Déjà réservé", hold: null },
      unbookable: "sold_out",
    });
    expect(await shown(visitor, { ...asked, guestProof })).toEqual({
      mark: { label: "À confirmer par e-mail", hold: null },
      unbookable: "sold_out",
    });
  });

  test("the hours that their professional's time closes, for whoever looks", async () => {
    const { sessionId, professional, slotId } = await world.makeOffer({ spots: 2 });
    const [slot] = await world.db.select().from(slots).where(eq(slots.id, slotId));
    const start = new Date(Number(slot?.startDatetime) + 30 * MINUTE);
    const over = await world.makeOffer({ professional, start });
    const ctx = await world.newClient();
    await bookSlot(ctx, over);
    const label = async (now: Date) => {
      const visitor = await world.context(undefined, { now: () => now });
      const session = await showOffering(visitor, "session", sessionId);
      const marked = await markOwnSlots(visitor, "session", session, undefined);
      return marked.slots.map(({ mark }) => mark);
    };
    const closed = { label: "Indisponible à cette heure", hold: null };
    expect(await label(new Date())).toEqual([closed]);
    const late = new Date(Number(slot?.startDatetime) - 30 * MINUTE);
    expect(await label(late)).toEqual([{ label: "Réservations closes", hold: null }]);
    await expect(bookSlot(await world.newClient(), { sessionId, slotId })).rejects.toMatchObject({
      code: "slot_unavailable",
      message: "Ce créneau n'est plus disponible : votre praticien est pris à cette heure.",
    });
  });

  test("when to look again, where others hold the last seats and have not paid", async () => {
    const { sessionId, slotId } = await world.makeOffer();
    const ctx = await world.newClient();
    await bookSlot(ctx, { sessionId, slotId });
    const visitor = await world.context();
    const read = async () => {
      const session = await showOffering(visitor, "session", sessionId);
      const { slots, unbookable } = await markOwnSlots(visitor, "session", session, undefined);
      return { mark: slots[0]?.mark, unbookable };
    };
    expect(await read()).toEqual({
      mark: {
        label: expect.stringMatching(/^En cours de réservation, à revoir à \d\d:\d\d$/),
        hold: null,
      },
      unbookable: "held",
    });
    // The page opens again for the visitor who holds it.
    const own = await markOwnSlots(
      ctx,
      "session",
      await showOffering(ctx, "session", sessionId),
      undefined,
    );
    expect(own.unbookable).toBeNull();
  });
});
