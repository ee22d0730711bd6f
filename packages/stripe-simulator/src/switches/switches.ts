import { z } from "zod";
import { makeAccount, revokeAccess, setStanding } from "../accounts/accounts.ts";
import { payCheckout } from "../checkout/checkout-payment.ts";
import { createCheckoutSession } from "../checkout/checkout-sessions.ts";
import { decidePayment } from "../checkout/delayed-payments.ts";
import { readCard } from "../payments/card-entry.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import { closeDispute, openDispute } from "../refunds/disputes.ts";
import { failRefund } from "../refunds/refunds.ts";
import { runDueTasks } from "../schedule/run-due-tasks.ts";
import { inTransaction } from "../state/database.ts";
import { addFault, waitingFault } from "../state/faults.ts";
import { platform } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";

/** Faults that happen at once. */
export const immediateFault = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("restrict_account"), account: z.string() }),
  z.strictObject({ type: z.literal("enable_account"), account: z.string() }),
  z.strictObject({ type: z.literal("revoke_account"), account: z.string() }),
  z.strictObject({ type: z.literal("fail_refund"), refund: z.string() }),
  z.strictObject({
    type: z.literal("settle_payment"),
    checkout: z.string(),
    outcome: z.enum(["succeeded", "failed"]),
  }),
  z.strictObject({
    type: z.literal("create_dispute"),
    charge: z.string(),
    reason: z.string().default("fraudulent"),
    /** A part of it, in cents. */
    amount: z.int().positive().optional(),
  }),
  z.strictObject({
    type: z.literal("close_dispute"),
    dispute: z.string(),
    status: z.enum(["won", "lost"]),
  }),
]);

const immediateTypes = new Set<unknown>(
  immediateFault.options.map((option) => option.shape.type.value),
);

/** Puts a fault in force, or does at once what it asks; returns the fault or the changed object. */
export function applyFault(sim: Simulator, body: { type?: unknown }): object {
  if (!immediateTypes.has(body.type)) return addFault(sim, waitingFault.parse(body));
  const fault = immediateFault.parse(body);
  switch (fault.type) {
    case "restrict_account":
      return setStanding(sim, fault.account, "restricted");
    case "enable_account":
      return setStanding(sim, fault.account, "active");
    case "revoke_account":
      return revokeAccess(sim, fault.account);
    case "fail_refund":
      return failRefund(sim, fault.refund);
    case "settle_payment":
      return decidePayment(sim, fault.checkout, fault.outcome);
    case "create_dispute":
      return openDispute(sim, chargeNamed(sim, fault.charge), fault);
    case "close_dispute":
      return closeDispute(sim, fault.dispute, fault.status);
  }
}

/** A charge by its own id, or by the id of its payment intent. */
function chargeNamed(sim: Simulator, id: string): string {
  const found = sim.objects.locate(id);
  const latest = (found?.body as { latest_charge?: string | null } | undefined)?.latest_charge;
  return found?.kind === "payment_intent" && latest ? latest : id;
}

export const seededAccount = z.strictObject({
  id: z.string().regex(/^acct_[A-Za-z0-9_]{1,64}$/),
  email: z.email().optional(),
  business_name: z.string().optional(),
  business_type: z.enum(["individual", "company", "non_profit"]).default("individual"),
  country: z.string().length(2).default("FR"),
  charges_enabled: z.boolean().default(true),
  metadata: z.record(z.string(), z.string()).default({}),
});

/**
 * Makes an account under a chosen id, onboarded unless told otherwise, without any event; when it
 * is there already, nothing changes.
 */
export function seedAccount(sim: Simulator, wanted: z.infer<typeof seededAccount>) {
  const present = sim.objects.locate(wanted.id);
  if (present) return present.body;
  return makeAccount(
    sim,
    {
      business_type: wanted.business_type,
      country: wanted.country,
      metadata: wanted.metadata,
      ...(wanted.email !== undefined && { email: wanted.email }),
      ...(wanted.business_name !== undefined && {
        business_profile: { name: wanted.business_name },
      }),
      capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
      controller: {
        fees: { payer: "application" },
        losses: { payments: "application" },
        requirement_collection: "stripe",
        stripe_dashboard: { type: "express" },
      },
    },
    wanted.id,
    wanted.charges_enabled ? "active" : "incomplete",
  );
}

export const paidWithoutPage = z.strictObject({
  cardNumber: z.string().default("4242424242424242"),
  cardExpiry: z.string().default("12/40"),
  cardCvc: z.string().default("123"),
  email: z.email().optional(),
  billingName: z.string().default("Client de test"),
  /** The outcome of the challenge that a card with 3-D Secure asks for. */
  challenge: z.enum(["success", "failure"]).default("success"),
});

/** The card of a payment without the page; a wrong one is a 400. */
export function cardOf(sim: Simulator, wanted: z.infer<typeof paidWithoutPage>) {
  const { card, errors } = readCard(wanted, sim.clock.now());
  if (!card) throw invalidRequest(Object.values(errors)[0] ?? "Invalid card.");
  return card;
}

export const pastPayments = z.strictObject({
  payments: z.array(
    z.strictObject({
      client_reference_id: z.string(),
      amount: z.int().positive(),
      application_fee_amount: z.int().nonnegative(),
      destination: z.string(),
      description: z.string(),
      email: z.email(),
      billingName: z.string(),
      paid_at: z.iso.datetime(),
      metadata: z.record(z.string(), z.string()),
    }),
  ),
});
type PastPayment = z.infer<typeof pastPayments>["payments"][number];

/**
 * Makes payments that were paid long ago, in the order given, and what follows from them by now,
 * without any event. Returns their identifiers in the same order.
 */
export function recordPayments(sim: Simulator, payments: readonly PastPayment[]) {
  sim.isSilent = true;
  try {
    return inTransaction(sim.db, () => {
      const made = payments.map((payment) => {
        const paidAt = Math.floor(Date.parse(payment.paid_at) / 1000);
        return sim.clock.at(paidAt, () => recordPayment(sim, payment));
      });
      runDueTasks(sim);
      return made;
    });
  } finally {
    sim.isSilent = false;
  }
}

function recordPayment(sim: Simulator, payment: PastPayment) {
  const { amount, description, email, metadata } = payment;
  const session = createCheckoutSession(sim, {
    ...{ id: "", account: platform, path: "/v1/checkout/sessions" },
    params: {
      mode: "payment",
      client_reference_id: payment.client_reference_id,
      customer_email: email,
      line_items: [
        {
          quantity: 1,
          price_data: {
            ...{ currency: "eur", unit_amount: amount, product_data: { name: description } },
          },
        },
      ],
      metadata,
      payment_intent_data: {
        ...{ description, metadata, application_fee_amount: payment.application_fee_amount },
        transfer_data: { destination: payment.destination },
      },
      success_url: sim.settings.publicUrl,
    },
  });
  const card = cardOf(sim, paidWithoutPage.parse({}));
  const { result } = payCheckout(sim, session.id, card, { email, name: payment.billingName });
  const { payment_intent: intent } = sim.objects.get("checkout.session", session.id, platform);
  if (result !== "paid" || !intent) throw invalidRequest(`A payment was ${result}.`);
  const { latest_charge: charge } = sim.objects.get("payment_intent", intent, platform);
  return { checkout: session.id, payment_intent: intent, charge };
}
