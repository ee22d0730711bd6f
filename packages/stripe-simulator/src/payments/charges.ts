import type Stripe from "stripe";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { plan } from "../state/tasks.ts";
import { emit, previousOf } from "../webhooks/events.ts";
import { cardFee, recordMovement } from "./balance-transactions.ts";
import { failIntent, type PaymentIntent, saveIntent } from "./payment-intents.ts";
import { bankOf, type PaymentMethod } from "./payment-methods.ts";
import type { TestCard } from "./test-cards.ts";
import { payDestination } from "./transfers.ts";

export type Charge = Kinds["charge"];

const disputeAfterSeconds = 2;

function insertCharge(
  sim: Simulator,
  account: string,
  intent: PaymentIntent,
  method: PaymentMethod,
  declined: TestCard["declined"],
  authenticated: boolean,
): Charge {
  const { card } = method;
  return sim.objects.insert(
    "charge",
    {
      id: newId("ch_3"),
      object: "charge",
      amount: intent.amount,
      amount_captured: declined ? 0 : intent.amount,
      amount_refunded: 0,
      application_fee_amount: intent.application_fee_amount,
      billing_details: method.billing_details,
      calculated_statement_descriptor: "PARENTHESE DE TEST",
      captured: !declined,
      created: sim.clock.now(),
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      disputed: false,
      failure_code: declined?.code ?? null,
      failure_message: declined?.message ?? null,
      fraud_details: {},
      livemode: false,
      metadata: intent.metadata,
      on_behalf_of: intent.on_behalf_of,
      outcome: declined
        ? {
            network_decline_code: "05",
            network_status: "declined_by_network",
            reason: declined.declineCode ?? declined.code,
            risk_level: "normal",
            seller_message: "The bank did not return any further details with this decline.",
            type: "issuer_declined",
          }
        : {
            network_status: "approved_by_network",
            risk_level: "normal",
            seller_message: "Payment complete.",
            type: "authorized",
          },
      paid: !declined,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: {
        type: "card",
        card: {
          amount_authorized: declined ? null : intent.amount,
          brand: card?.brand ?? null,
          checks: { cvc_check: declined?.code === "incorrect_cvc" ? "fail" : "pass" },
          country: card?.country ?? null,
          exp_month: card?.exp_month ?? 1,
          exp_year: card?.exp_year ?? 2000,
          fingerprint: card?.fingerprint ?? null,
          funding: card?.funding ?? null,
          last4: card?.last4 ?? null,
          network: card?.brand ?? null,
          regulated_status: "unregulated",
          three_d_secure: authenticated
            ? { authentication_flow: "challenge", result: "authenticated", version: "2.2.0" }
            : null,
        },
      },
      receipt_email: intent.receipt_email,
      refunded: false,
      status: declined ? "failed" : "succeeded",
      transfer_data: intent.transfer_data
        ? {
            amount: intent.transfer_data.amount ?? null,
            destination: String(intent.transfer_data.destination),
          }
        : null,
      transfer_group: intent.transfer_group,
    },
    { account },
  );
}

/**
 * Charges a card for an intent: a failed charge and an intent that takes another card, or the money
 * with everything that follows from it (fees, transfer to the destination, application fee).
 * Returns the charge; its status tells.
 */
export function chargeIntent(
  sim: Simulator,
  account: string,
  intent: PaymentIntent,
  method: PaymentMethod,
  more: { authenticated: boolean; declined?: TestCard["declined"] },
): Charge {
  const charge = insertCharge(sim, account, intent, method, more.declined, more.authenticated);
  if (more.declined) {
    emit(sim, "charge.failed", charge, { account });
    failIntent(sim, account, intent, method.id, more.declined, charge.id);
    return charge;
  }
  emit(sim, "charge.succeeded", charge, { account });
  const paid = saveIntent(sim, {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: "succeeded",
  });
  emit(sim, "payment_intent.succeeded", paid, { account });

  // Since capture is asynchronous, Stripe fills these in just after, and says so in charge.updated.
  const settled: Charge = {
    ...charge,
    balance_transaction: recordMovement(sim, {
      account,
      amount: charge.amount,
      currency: charge.currency,
      description: charge.description,
      type: "charge",
      source: charge.id,
      fee: cardFee(charge.amount),
      delayed: true,
    }),
    ...payDestination(sim, account, charge),
  };
  sim.objects.save("charge", settled);
  emit(sim, "charge.updated", settled, {
    account,
    previous: previousOf(charge, settled),
  });
  if (bankOf(sim, method.id).dispute) {
    plan(sim, "open_dispute", charge.id, sim.clock.now() + disputeAfterSeconds);
  }
  return settled;
}

export function retrieveCharge(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("charge", id, account);
}

export function listCharges(
  sim: Simulator,
  request: ApiRequest<Stripe.ChargeListParams & ListParams>,
) {
  return listObjects(
    sim,
    request,
    "charge",
    given(request.params, "customer", "payment_intent", "transfer_group"),
  );
}
