import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { followBookingLink } from "#core/bookings/links/follow-booking-link.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import type { Context } from "#core/context.server.ts";
import { bookings, payments } from "#core/tables.server.ts";
import { bookingTokens } from "#test/make/mailbox.ts";
import {
  checkoutOf,
  makeClient,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
} from "#test/make/payments.ts";
import { requestContext } from "../../context.server.ts";
import { action as guestSubscription } from "../subscriptions/guest-subscription-success.tsx";
import { action as subscription } from "../subscriptions/professionnel-success.tsx";
import { action as guestPayment } from "./guest-payment-success.tsx";
import { action as payment } from "./payment-success.tsx";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

type Action = typeof payment | typeof guestPayment | typeof guestSubscription | typeof subscription;

/** The toast of a result page about a purchase. */
async function toastOf(action: Action, ctx: Context, query: string, cookie = "") {
  const { toast } = await verdictOf(action, ctx, query, cookie);
  return [toast.title, toast.text];
}

async function verdictOf(action: Action, ctx: Context, query: string, cookie = "") {
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  const request = new Request(`http://localhost/resultat?${query}`, {
    method: "POST",
    headers: { cookie },
  });
  const args = { request, context } as unknown as Parameters<typeof payment>[0];
  return (action as typeof payment)(args);
}

test("a payment: unknown, on its way, confirmed", async () => {
  const ctx = await world.newClient();
  expect(await toastOf(payment, ctx, "session_id=cs_test_unknown")).toEqual([
    "Erreur de vérification",
    "Une erreur est survenue lors de la vérification du paiement. Contactez le support si le problème persiste.",
  ]);
  const { bookingId } = await bookSlot(ctx, await world.makeOffer());
  const checkoutId = await checkoutOf(world.db, bookingId);
  expect(await toastOf(payment, ctx, `session_id=${checkoutId}`)).toEqual([
    "Paiement en attente",
    "Votre paiement est en cours de traitement",
  ]);
  await world.simulator.pay(checkoutId);
  expect(await toastOf(payment, ctx, `session_id=${checkoutId}`)).toEqual([
    "Paiement confirmé !",
    "Votre réservation a été confirmée avec succès",
  ]);
});

test("a guest's payment: without a number, on its way, confirmed", async () => {
  const visitor = await world.context();
  expect(await toastOf(guestPayment, visitor, "session_id=")).toEqual([
    "Erreur",
    "Impossible de vérifier le paiement. Veuillez contacter le support.",
  ]);
  const offer = await world.makeOffer();
  const { bookingId } = await bookSlot(visitor, { ...offer, email: `${randomUUID()}@example.fr` });
  const checkoutId = await checkoutOf(world.db, bookingId);
  expect(await toastOf(guestPayment, visitor, `session_id=${checkoutId}`)).toEqual([
    "Erreur",
    "Échec de la vérification du paiement",
  ]);
  await world.simulator.pay(checkoutId);
  expect((await toastOf(guestPayment, visitor, `session_id=${checkoutId}`))[0]).toBe(
    "Paiement confirmé !",
  );
});

test("a payment under review, or called off since, promises no confirmation", async () => {
  const client = await world.newClient();
  const visitor = await world.context();
  const offer = await world.makeOffer({ spots: 2 });
  const own = await bookSlot(client, offer);
  const guests = await bookSlot(visitor, { ...offer, email: `${randomUUID()}@example.fr` });
  const ways = [
    { action: payment, ctx: client, bookingId: own.bookingId, cookie: "" },
    {
      ...{ action: guestPayment, ctx: visitor, bookingId: guests.bookingId },
      cookie: `achat=${guests.guestProof}`,
    },
  ];
  for (const { action, ctx, bookingId, cookie } of ways) {
    const checkoutId = await checkoutOf(world.db, bookingId);
    const { payment } = await outcomeOf(world.db, bookingId);
    await applyPayment(ctx, {
      ...{ paymentId: String(payment?.id), event: "mismatch", reason: "amount is 1", answer: null },
    });
    const query = `session_id=${checkoutId}`;
    const [, text] = await toastOf(action, ctx, query, cookie);
    expect(text).toMatch(
      /n'est pas confirmée .* Si une somme a été débitée, elle vous sera remboursée/,
    );
    await world.db
      .update(bookings)
      .set({ cancelReason: "outside", paymentStatus: "refunded" })
      .where(eq(bookings.id, bookingId));
    expect((await toastOf(action, ctx, query, cookie))[1]).toContain("a été annulée depuis");
  }
  await world.db
    .update(payments)
    .set({ status: "refunded", refundedCents: sql`amount_cents` })
    .where(eq(payments.status, "review"));
});

test("while the payer's bank decides, and once it has refused: what happened, and a way back", async () => {
  for (const { kind, buyer } of [
    { kind: "session", buyer: "account" },
    { kind: "activity", buyer: "guest" },
  ]) {
    const offer = await (kind === "session" ? world.makeOffer() : world.makeActivityOffer());
    const isGuest = buyer === "guest";
    const ctx = await world.context(isGuest ? undefined : await makeClient(world.db));
    const email = `${randomUUID()}@example.fr`;
    const booked = await bookSlot(ctx, { ...offer, ...(isGuest && { email }) });
    const checkout = booked.url.split("/").at(-1) ?? "";
    await world.simulator.fault({ type: "process_payments" });
    await world.simulator.pay(checkout);
    const action = isGuest ? guestPayment : payment;
    const cookie = `achat=${booked.guestProof}`;
    const query = `session_id=${checkout}`;
    expect(await toastOf(action, ctx, query, cookie)).toEqual([
      "Paiement en cours",
      expect.stringContaining("Votre place est retenue d'ici là"),
    ]);
    await world.simulator.fault({ type: "settle_payment", checkout, outcome: "failed" });
    await world.simulator.untilDelivered();
    const { result, toast, wayBack } = await verdictOf(action, ctx, query, cookie);
    expect(result).toBe("failed");
    expect(toast.text).toContain("Votre banque a refusé ce paiement : aucun montant");
    const id =
      "sessionId" in offer ? `/session/${offer.sessionId}` : `/activites/${offer.activityId}`;
    expect(wayBack).toBe(id);
  }
});

test("a payment that came too late is told alike by both pages, however far its refund has come", async () => {
  const client = await world.newClient();
  const visitor = await world.context();
  const email = `${randomUUID()}@example.fr`;
  const ways: { action: Action; ctx: Context; bookingId: string; query: string; cookie: string }[] =
    [];
  for (const isGuest of [false, true]) {
    const offer = await world.makeOffer();
    const ctx = isGuest ? visitor : client;
    const { bookingId, guestProof } = await bookSlot(ctx, { ...offer, ...(isGuest && { email }) });
    const checkoutId = await checkoutOf(world.db, bookingId);
    const { payment: asked } = await outcomeOf(world.db, bookingId);
    // The hold was given up here, and the seat went to somebody else before the money came (rule:
    // late-payment).
    const paymentId = String(asked?.id);
    await applyPayment(ctx, { paymentId, event: "ended", reason: "expired", answer: null });
    await bookSlot(await world.newClient(), offer);
    await world.simulator.pay(checkoutId);
    ways.push({
      ...{ action: isGuest ? guestPayment : payment, ctx, bookingId },
      ...{ query: `session_id=${checkoutId}`, cookie: `achat=${guestProof}` },
    });
  }
  const said = () =>
    Promise.all(ways.map((way) => toastOf(way.action, way.ctx, way.query, way.cookie)));
  const states = async () =>
    (await Promise.all(ways.map(({ bookingId }) => outcomeOf(world.db, bookingId)))).map(
      (outcome) => outcome.payment?.status,
    );
  const text = expect.stringMatching(
    /cette place n'était plus à prendre\. Son remboursement intégral a été demandé : un e-mail/,
  );
  const told = [
    ["Paiement arrivé trop tard", text],
    ["Erreur", text],
  ];
  expect(await said()).toEqual(told);
  expect(await states()).toEqual(["refunding", "refunding"]);
  await world.runJobs();
  expect(await states()).toEqual(["refunded", "refunded"]);
  expect(await said()).toEqual(told);
});

test("what costs nothing is confirmed, and nobody is told of a payment", async () => {
  const client = await world.newClient();
  const visitor = await world.context();
  const offer = await world.makeOffer({ priceCents: 0, spots: 2 });
  const own = await bookSlot(client, offer);
  const email = `${randomUUID()}@example.fr`;
  await bookSlot(visitor, { ...offer, email });
  const [token = ""] = await bookingTokens(world.db, email);
  const guests = await followBookingLink(visitor, { token });
  const queryOf = ({ url }: { url: string }) => url.slice(url.indexOf("?") + 1);
  expect((await toastOf(payment, client, queryOf(own)))[0]).toBe("Réservation confirmée");
  expect((await toastOf(guestPayment, visitor, queryOf(guests)))[0]).toBe("Réservation confirmée");
});

test("a subscription that nobody paid for", async () => {
  const ctx = await world.newClient();
  expect(await toastOf(subscription, ctx, "session_id=cs_test_unknown")).toEqual([
    "Erreur",
    "Une erreur est survenue lors de la vérification du paiement",
  ]);
  const asked = "session_id=cs_test_unknown&plan=premium&email=a@example.fr";
  expect(await toastOf(guestSubscription, await world.context(), asked)).toEqual([
    "Erreur de vérification",
    "Une erreur est survenue lors de la vérification de votre abonnement",
  ]);
});
