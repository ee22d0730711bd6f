import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  cancelTokenOf,
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { COMMISSION_RATE } from "../commission.ts";
import { formatTime } from "../dates.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { refreshListingsOfProfessional, refreshSlot } from "../listings/refresh-listings.server.ts";
import { cents } from "../money.ts";
import { findPayment } from "../payments/find-payment.server.ts";
import { checkInvariants } from "../reconciliation/check-invariants.server.ts";
import { reconcilePayments } from "../reconciliation/reconcile-payments.server.ts";
import {
  bookings,
  mails,
  offerings,
  payments,
  professionalProfiles,
  slotPrices,
  slots,
} from "../tables.server.ts";
import { bookSlot } from "./book-slot.server.ts";
import { verifyPayment } from "./payment/verify-payment.server.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.shift(0);
  await world.simulator.clearFaults();
  expect(await checkInvariants(world.db)).toEqual([]);
});

const spotsOf = async (slotId: string) =>
  (await world.db.select().from(slots).where(eq(slots.id, slotId)))[0]?.availableSpots;
const bookingsOf = (slotId: string) =>
  world.db.select().from(bookings).where(eq(bookings.slotId, slotId));

const newEmail = () => `${randomUUID()}@example.fr`;
/** A slot that starts soon enough for its price to fall. */
const tonight = () => new Date(Date.now() + 20 * HOUR);
/** A minute passes, in which the price of this slot falls. */
async function fall(slotId: string, lower: number): Promise<void> {
  const fromAt = new Date(Date.now() + MINUTE);
  await world.db.transaction(async (tx) => {
    await tx.insert(slotPrices).values({ slotId, fromAt, cents: cents(lower) });
    await refreshSlot(tx, slotId, new Date());
  });
  world.shift(MINUTE + 1_000);
}

async function changeSeller(
  { professional: { id } }: { professional: { id: string } },
  change: Partial<typeof professionalProfiles.$inferInsert>,
): Promise<void> {
  await world.db.transaction(async (tx) => {
    await tx.update(professionalProfiles).set(change).where(eq(professionalProfiles.id, id));
    await refreshListingsOfProfessional(tx, id, new Date());
  });
}

describe("a hold", () => {
  test("takes the seat, freezes the price and opens a checkout for 31 minutes", async () => {
    const { professional, ...offer } = await world.makeOffer({ spots: 3, priceCents: 4_555 });
    const client = await makeClient(world.db);
    const ctx = await world.context(client);
    const booked = await bookSlot(ctx, { ...offer, amount: 4_555, bookingNotes: " Dos fragile " });

    const { booking, payment, spots } = await outcomeOf(world.db, booked.bookingId);
    expect(spots).toBe(2);
    expect(booking).toMatchObject({
      status: "pending",
      paymentStatus: "pending",
      clientId: client,
      professionalId: professional.id,
      pricePaidCents: 4_555,
      commissionCents: 456,
      commissionRate: COMMISSION_RATE,
      bookingNotes: "Dos fragile",
      guestProofHash: null,
    });
    expect(payment).toMatchObject({
      status: "open",
      amountCents: 4_555,
      applicationFeeCents: 456,
      destinationAccount: professional.accountId,
      checkoutUrl: booked.url,
    });
    const checkout = await ctx.stripe.checkout.sessions.retrieve(
      String(payment?.checkoutSessionId),
    );
    expect(checkout).toMatchObject({
      status: "open",
      mode: "payment",
      amount_total: 4_555,
      allowed_payment_method_types: ["card"],
      currency: "eur",
      client_reference_id: payment?.id,
      metadata: { payment_id: payment?.id, request_id: ctx.requestId },
      customer_email: booking.buyerEmail,
      success_url: `${ctx.config.appUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${ctx.config.appUrl}/payment-canceled/${await cancelTokenOf(world.db, payment)}`,
    });
    const minutes = (checkout.expires_at * 1000 - Date.now()) / MINUTE;
    expect(minutes).toBeGreaterThan(30);
    expect(minutes).toBeLessThanOrEqual(31);
    expect(booked).toMatchObject({ confirmed: false, guestProof: null });
  });

  test("asked for again answers the open checkout and takes no second seat", async () => {
    const offer = await world.makeOffer({ spots: 2 });
    const ctx = await world.newClient();
    const first = await bookSlot(ctx, offer);
    const again = await bookSlot(ctx, { ...offer, bookingNotes: "Avec un tapis" });
    expect(again).toEqual(first);
    expect(await spotsOf(offer.slotId)).toBe(1);
    expect(await bookingsOf(offer.slotId)).toMatchObject([{ bookingNotes: "Avec un tapis" }]);
  });

  describe.each([
    { who: "a client", isGuest: false },
    { who: "a guest", isGuest: true },
  ])("keeps the newest note that $who typed", ({ isGuest }) => {
    test.each(["session", "activity"] as const)("of a %s", async (kind) => {
      const start = tonight();
      const offer = await world[kind === "session" ? "makeOffer" : "makeActivityOffer"]({ start });
      const ctx = await world.context(isGuest ? undefined : await makeClient(world.db));
      const email = isGuest ? { email: newEmail() } : {};
      const { guestProof } = await bookSlot(ctx, { ...offer, ...email, bookingNotes: "Dos" });
      const asked = { ...offer, ...email, ...(guestProof && { guestProof }) };
      const newest = async () => {
        const rows = await world.db
          .select()
          .from(bookings)
          .where(eq(bookings.slotId, offer.slotId))
          .orderBy(desc(bookings.createdAt));
        return { note: rows[0]?.bookingNotes, count: rows.length, id: String(rows[0]?.id) };
      };
      await bookSlot(ctx, { ...asked, bookingNotes: "Genou" });
      expect(await newest()).toMatchObject({ note: "Genou", count: 1 });
      await bookSlot(ctx, asked);
      expect(await newest()).toMatchObject({ note: "Genou", count: 1 });

      // The checkout is over, and the client is faster than the webhook that says so: the slot is
      // held anew, and what was typed stays.
      await world.simulator.fault({ type: "webhook_drop", event: "*", times: null });
      const payment = await findPayment(world.db, { reference: (await newest()).id });
      await ctx.stripe.checkout.sessions.expire(String(payment?.checkoutSessionId));
      await bookSlot(ctx, { ...asked, bookingNotes: "" });
      expect(await newest()).toMatchObject({ note: "Genou", count: 2 });

      await fall(offer.slotId, 3_000);
      await bookSlot(ctx, { ...asked, amount: 3_000, bookingNotes: "Épaule" });
      expect(await newest()).toMatchObject({ note: "Épaule", count: 3 });
    });
  });

  test("asked for twice at the same moment is one hold", async () => {
    const offer = await world.makeOffer({ spots: 2 });
    const ctx = await world.newClient();
    const both = await Promise.all([bookSlot(ctx, offer), bookSlot(ctx, offer)]);
    expect(both[0].url).toBe(both[1].url);
    expect(await spotsOf(offer.slotId)).toBe(1);
  });

  test("whose checkout has expired meanwhile is made anew", async () => {
    const offer = await world.makeOffer();
    const ctx = await world.newClient();
    const first = await bookSlot(ctx, offer);
    await ctx.stripe.checkout.sessions.expire(await checkoutOf(world.db, first.bookingId));
    const second = await bookSlot(ctx, offer);
    expect(second.bookingId).not.toBe(first.bookingId);
    expect(await spotsOf(offer.slotId)).toBe(0);
  });

  test("keeps its price while another falls for others, also under a higher amount", async () => {
    const offer = await world.makeOffer({ spots: 2, start: tonight() });
    const ctx = await world.newClient();
    const first = await bookSlot(ctx, { ...offer, amount: 4_000 });
    await fall(offer.slotId, 3_000);
    for (const amount of [4_000, 4_500, undefined]) {
      const again = await bookSlot(ctx, { ...offer, ...(amount && { amount }) });
      expect(again).toMatchObject({ bookingId: first.bookingId, url: first.url });
    }
    const other = await bookSlot(await world.newClient(), offer);
    expect((await outcomeOf(world.db, first.bookingId)).payment?.amountCents).toBe(4_000);
    expect((await outcomeOf(world.db, other.bookingId)).payment?.amountCents).toBe(3_000);
  });

  test("at a price that has come down is ended and made anew at the price on screen", async () => {
    const offer = await world.makeOffer({ priceCents: 4_000, start: tonight() });
    const ctx = await world.newClient();
    const first = await bookSlot(ctx, { ...offer, amount: 4_000 });
    await fall(offer.slotId, 3_000);
    await expect(bookSlot(ctx, { ...offer, amount: 2_999 })).rejects.toMatchObject({
      code: "price_changed",
    });
    const second = await bookSlot(ctx, { ...offer, amount: 3_000 });
    expect((await outcomeOf(world.db, first.bookingId)).booking).toMatchObject({
      status: "cancelled",
      cancelReason: "abandoned",
    });
    expect((await outcomeOf(world.db, second.bookingId)).payment?.amountCents).toBe(3_000);
    expect(await spotsOf(offer.slotId)).toBe(0);
  });
});

describe("an e-mail proves nothing:", () => {
  test.each([undefined, 4_000])(
    "a stranger who names mine holds a seat of their own and does not touch mine (amount %s)",
    async (amount) => {
      const client = await makeUser(world.db);
      const offer = await world.makeOffer({ spots: 2 });
      const mine = await bookSlot(await world.context(client.id), {
        ...offer,
        bookingNotes: "À moi",
      });
      const stranger = { ...offer, email: client.email, bookingNotes: "Écrasé" };
      const theirs = await bookSlot(
        await world.context(),
        amount === undefined ? stranger : { ...stranger, amount },
      );
      expect(theirs.bookingId).not.toBe(mine.bookingId);
      expect(theirs.url).not.toBe(mine.url);
      const { booking, payment } = await outcomeOf(world.db, mine.bookingId);
      expect(booking).toMatchObject({ status: "pending", bookingNotes: "À moi" });
      expect(payment?.status).toBe("open");
    },
  );

  test("a wrong amount of theirs ends nothing of mine", async () => {
    const client = await makeUser(world.db);
    const offer = await world.makeOffer({ spots: 2 });
    const mine = await bookSlot(await world.context(client.id), offer);
    const stranger = { ...offer, email: client.email, amount: 1 };
    await expect(bookSlot(await world.context(), stranger)).rejects.toMatchObject({
      code: "price_changed",
    });
    expect((await outcomeOf(world.db, mine.bookingId)).payment?.status).toBe("open");
  });

  test("nor my guest hold, which my own browser takes up again", async () => {
    const offer = await world.makeOffer({ spots: 2 });
    const guest = { ...offer, email: "invitee@example.fr" };
    const mine = await bookSlot(await world.context(), guest);
    const theirs = await bookSlot(await world.context(), guest);
    expect(theirs.url).not.toBe(mine.url);
    const again = await bookSlot(await world.context(), {
      ...guest,
      guestProof: mine.guestProof ?? "",
    });
    expect(again.url).toBe(mine.url);
  });

  test("signed in, I get a hold of my own in the place of a guest's who named me", async () => {
    const client = await makeUser(world.db);
    const offer = await world.makeOffer();
    const theirs = await bookSlot(await world.context(), { ...offer, email: client.email });
    const mine = await bookSlot(await world.context(client.id), offer);
    expect(mine.bookingId).not.toBe(theirs.bookingId);
    expect((await outcomeOf(world.db, theirs.bookingId)).booking.status).toBe("cancelled");
    expect((await outcomeOf(world.db, mine.bookingId)).booking.clientId).toBe(client.id);
    expect(await spotsOf(offer.slotId)).toBe(0);
  });

  test("at the same moment, I get mine, and a guest who names me theirs or a clear refusal", async () => {
    const client = await makeUser(world.db);
    const offer = await world.makeOffer({ spots: 3 });
    const [me, visitor] = [await world.context(client.id), await world.context()];
    const asked = await Promise.allSettled([
      bookSlot(me, offer),
      bookSlot(visitor, { ...offer, email: client.email }),
    ]);
    const outcomes = asked.map((one) => (one.status === "fulfilled" ? "held" : one.reason.code));
    expect(outcomes[0]).toBe("held");
    expect(["held", "provider_unavailable"]).toContain(outcomes[1]);
    const live = (await bookingsOf(offer.slotId)).filter(({ status }) => status !== "cancelled");
    expect(live.filter(({ clientId }) => clientId === client.id)).toHaveLength(1);
  });

  test("a wrong amount ends nothing, not even for me", async () => {
    const offer = await world.makeOffer({ priceCents: 4_000 });
    const ctx = await world.newClient();
    const mine = await bookSlot(ctx, { ...offer, amount: 4_000 });
    await expect(bookSlot(ctx, { ...offer, amount: 1 })).rejects.toMatchObject({
      code: "price_changed",
    });
    expect((await outcomeOf(world.db, mine.bookingId)).payment?.status).toBe("open");
  });
});

describe("a refusal creates nothing:", () => {
  const nothingCreated = async (slotId: string, spots: number) => {
    expect(await bookingsOf(slotId)).toEqual([]);
    expect(await spotsOf(slotId)).toBe(spots);
  };

  test("a lower amount than the price", async () => {
    const offer = await world.makeOffer({ priceCents: 4_000 });
    const ctx = await world.newClient();
    await expect(bookSlot(ctx, { ...offer, amount: 3_999 })).rejects.toMatchObject({
      code: "price_changed",
      message: "Le prix de cette séance a changé.",
    });
    await nothingCreated(offer.slotId, 1);
  });

  test("one's own session, signed in", async () => {
    const offer = await world.makeOffer();
    const owner = await world.context(offer.professional.userId);
    await expect(bookSlot(owner, offer)).rejects.toMatchObject({ code: "own_session" });
    await nothingCreated(offer.slotId, 1);
  });

  test("an address in the syntax of mail headers", async () => {
    const offer = await world.makeOffer();
    const visitor = await world.context();
    for (const email of ["<ines@example.fr>", "a1:ines@example.fr"]) {
      await expect(bookSlot(visitor, { ...offer, email })).rejects.toMatchObject({
        code: "invalid_input",
        fields: { email: ["Veuillez saisir une adresse email valide"] },
      });
    }
    await nothingCreated(offer.slotId, 1);
  });

  test("a slot of another session, or of none", async () => {
    const [offer, other] = [await world.makeOffer(), await world.makeOffer()];
    const ctx = await world.newClient();
    const mixed = { ...offer, slotId: other.slotId };
    await expect(bookSlot(ctx, mixed)).rejects.toMatchObject({ code: "not_found" });
    const unknown = { ...offer, slotId: offer.sessionId };
    await expect(bookSlot(ctx, unknown)).rejects.toMatchObject({ code: "not_found" });
    await nothingCreated(other.slotId, 1);
  });

  test("a professional who may not be charged", async () => {
    const offer = await world.makeOffer();
    await changeSeller(offer, { chargesEnabled: false });
    const ctx = await world.newClient();
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
    await nothingCreated(offer.slotId, 1);
  });

  test("a slot that has begun", async () => {
    const offer = await world.makeOffer({ start: new Date(Date.now() + HOUR) });
    const ctx = await world.newClient();
    world.shift(2 * HOUR);
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "slot_unavailable" });
    await nothingCreated(offer.slotId, 1);
  });

  test("nobody signed in and no e-mail; a wrong e-mail; a note too long", async () => {
    const offer = await world.makeOffer();
    const visitor = await world.context();
    await expect(bookSlot(visitor, offer)).rejects.toMatchObject({ code: "unauthenticated" });
    for (const email of ["", "   ", "sans-arobase", "a@b c", "@"]) {
      await expect(bookSlot(visitor, { ...offer, email })).rejects.toMatchObject({
        code: "invalid_input",
        fields: { email: ["Veuillez saisir une adresse email valide"] },
      });
    }
    const bookingNotes = "x".repeat(501);
    await expect(
      bookSlot(visitor, { ...offer, email: "a@example.fr", bookingNotes }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    await nothingCreated(offer.slotId, 1);
  });

  test("a login with a temporary password", async () => {
    const offer = await world.makeOffer();
    const ctx = await world.newClient();
    const actor = ctx.actor && { ...ctx.actor, mustChangePassword: true };
    await expect(bookSlot({ ...ctx, actor }, offer)).rejects.toMatchObject({
      code: "password_change_required",
    });
    await nothingCreated(offer.slotId, 1);
  });
});

describe("nobody blocks more than their share:", () => {
  test("three open holds for a client, also when asked at once", async () => {
    const offers = await Promise.all(Array.from({ length: 6 }, () => world.makeOffer()));
    const ctx = await world.newClient();
    const asked = await Promise.allSettled(offers.map((offer) => bookSlot(ctx, offer)));
    const refused = asked.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "too_many_holds" });
    const held = offers.find((_, n) => asked[n]?.status === "fulfilled");
    const [session] = await world.db
      .select()
      .from(offerings)
      .where(eq(offerings.id, String(held?.sessionId)));
    const told = `« ${session?.title} » (jusqu'à`.replaceAll(/(?<=«) | (?=»)/g, "\u00a0");
    expect(refused[0]?.reason.message).toContain(told);
    expect(refused[0]?.reason.message).toContain("Mes Sessions");
  });

  test("a guest's browser reads which they are and until when", async () => {
    const visitor = await world.context();
    const first = await bookSlot(visitor, { ...(await world.makeOffer()), email: newEmail() });
    const guestProof = first.guestProof ?? "";
    for (let held = 0; held < 2; held += 1) {
      await bookSlot(visitor, { ...(await world.makeOffer()), email: newEmail(), guestProof });
    }
    const fourth = { ...(await world.makeOffer()), email: newEmail(), guestProof };
    const { payment } = await outcomeOf(world.db, first.bookingId);
    const until = formatTime(payment?.expiresAt ?? new Date(0));
    await expect(bookSlot(visitor, fourth)).rejects.toMatchObject({
      code: "too_many_holds",
      message: expect.stringContaining(until),
    });
  });
});

describe("what costs nothing", () => {
  test("is confirmed without the provider, and told to both sides", async () => {
    const offer = await world.makeOffer({ priceCents: 0 });
    const ctx = await world.newClient();
    const booked = await bookSlot(ctx, { ...offer, amount: 0 });
    const { booking, payment } = await outcomeOf(world.db, booked.bookingId);
    expect(booked).toMatchObject({
      confirmed: true,
      url: `${ctx.config.appUrl}/payment-success?session_id=free_${booking.id}`,
    });
    expect(booking).toMatchObject({ status: "confirmed", paymentStatus: "paid" });
    expect(payment).toBeNull();
    const told = await world.db.select().from(mails).where(eq(mails.reference, booking.id));
    expect(told.map(({ kind }) => kind).sort()).toEqual(["booking-confirmed", "booking-received"]);
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "already_booked" });
    const asked = { sessionId: `free_${booking.id}` };
    expect(await verifyPayment(ctx, asked)).toEqual({
      bookingId: booking.id,
      bookingConfirmed: true,
      outcome: "confirmed",
    });
    const other = await world.newClient();
    await expect(verifyPayment(other, asked)).rejects.toMatchObject({ code: "not_found" });
  });

  test("keeps no guest from paying, and paying none from it", async () => {
    const email = newEmail();
    const visitor = await world.context();
    for (let taken = 0; taken < 3; taken += 1) {
      await bookSlot(visitor, { ...(await world.makeOffer({ priceCents: 0 })), email });
    }
    for (let held = 0; held < 3; held += 1) {
      const booked = await bookSlot(visitor, { ...(await world.makeOffer()), email });
      expect(booked.url).toContain("/c/pay/");
    }
    const client = await world.newClient();
    for (let held = 0; held < 3; held += 1) await bookSlot(client, await world.makeOffer());
    const free = await world.makeOffer({ priceCents: 0 });
    expect(await bookSlot(client, free)).toMatchObject({ confirmed: true });
  });
});

describe("the provider", () => {
  test("refusing gives the seat back at once, with a French sentence", async () => {
    const offer = await world.makeOffer();
    await changeSeller(offer, { stripeConnectAccountId: "acct_nobody" });
    const ctx = await world.newClient();
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({
      code: "slot_unavailable",
      message:
        "Ce praticien ne peut pas recevoir de paiement pour le moment. Rien n'a été débité et aucune place n'est retenue.",
    });
    expect(await spotsOf(offer.slotId)).toBe(1);
    expect(await bookingsOf(offer.slotId)).toMatchObject([
      { status: "cancelled", cancelReason: "failed", paymentStatus: "unpaid" },
    ]);
  });

  test("refusing a guest's e-mail gives the seat back, and it is said beside the field", async () => {
    const offer = await world.makeOffer();
    const visitor = await world.context();
    const guest = { ...offer, email: "email-invalid@example.fr" };
    for (let time = 0; time < 2; time += 1) {
      await expect(bookSlot(visitor, guest)).rejects.toMatchObject({
        code: "invalid_input",
        fields: { email: ["Veuillez saisir une adresse email valide"] },
      });
    }
    expect(await spotsOf(offer.slotId)).toBe(1);
    const refused = { status: "cancelled", cancelReason: "failed", paymentStatus: "unpaid" };
    expect(await bookingsOf(offer.slotId)).toMatchObject([refused, refused]);
    await world.runJobs();
    expect((await bookSlot(visitor, { ...guest, email: "valide@example.fr" })).url).toContain(
      "/c/",
    );
  });

  test("refusing the e-mail of an account is no fault of the form", async () => {
    const client = await makeUser(world.db, { email: "email-invalid@example.fr" });
    await expect(
      bookSlot(await world.context(client.id), await world.makeOffer()),
    ).rejects.toMatchObject({ code: "provider_unavailable" });
  });

  test("limiting us (429) gives the seat back too", async () => {
    const offer = await world.makeOffer();
    const fault = { type: "api_error", status: 429, path: "/v1/checkout/sessions", times: null };
    await world.simulator.fault(fault);
    const ctx = await world.newClient();
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(await spotsOf(offer.slotId)).toBe(1);
  });

  test("failing keeps the seat; asking again goes on with the same payment", async () => {
    const offer = await world.makeOffer();
    const fault = { type: "api_error", status: 500, path: "/v1/checkout/sessions", times: 2 };
    await world.simulator.fault({ ...fault, after_execution: true });
    const ctx = await world.newClient();
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(await bookingsOf(offer.slotId)).toMatchObject([{ status: "pending" }]);
    await world.simulator.clearFaults();
    const booked = await bookSlot(ctx, offer);
    expect(
      await world.db.select().from(payments).where(eq(payments.reference, booked.bookingId)),
    ).toHaveLength(1);
    const { data } = await ctx.stripe.checkout.sessions.list({ limit: 100 });
    const { payment } = await outcomeOf(world.db, booked.bookingId);
    expect(data.filter((one) => one.client_reference_id === payment?.id)).toHaveLength(1);
  });

  test("too slow is an error within 10 s, mended by the reconciler", async () => {
    const offer = await world.makeOffer();
    const fault = { type: "api_delay", delay_ms: 7_000, path: "/v1/checkout/sessions" };
    await world.simulator.fault({ ...fault, times: null });
    const ctx = await world.newClient();
    const started = Date.now();
    await expect(bookSlot(ctx, offer)).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(Date.now() - started).toBeLessThan(10_000);
    await world.simulator.clearFaults();
    // The provider is still at work: the same key is refused until it has finished.
    let runs = 0;
    const reconciled = async () => {
      runs += 1;
      world.shift(runs * 30_000);
      await reconcilePayments(await world.context());
      const [held] = await bookingsOf(offer.slotId);
      return (await outcomeOf(world.db, String(held?.id))).payment?.status;
    };
    await expect.poll(reconciled, { interval: 1_000 }).toBe("open");
  });
});
