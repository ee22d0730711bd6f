import type Stripe from "stripe";
import { invalidRequest, StripeError } from "../protocol/stripe-error.ts";
import { newId, newToken } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { emit } from "../webhooks/events.ts";

export type PaymentIntent = Kinds["payment_intent"];

/** An intent that Checkout has opened is not for the API to cancel. */
export interface IntentHidden {
  origin: "checkout" | "invoice";
}

interface NewIntent {
  amount: number;
  currency: string;
  customer: string | null;
  data: NonNullable<Stripe.Checkout.SessionCreateParams["payment_intent_data"]>;
  origin: IntentHidden["origin"];
  metadata: Record<string, string>;
}

export function createIntent(sim: Simulator, account: string, wanted: NewIntent): PaymentIntent {
  const id = newId("pi_3");
  const { data } = wanted;
  const destination = data.transfer_data?.destination;
  const intent = sim.objects.insert(
    "payment_intent",
    {
      id,
      object: "payment_intent",
      amount: wanted.amount,
      amount_capturable: 0,
      amount_received: 0,
      application_fee_amount: data.application_fee_amount ?? null,
      automatic_payment_methods: null,
      capture_method: "automatic_async",
      client_secret: `${id}_secret_${newToken(25)}`,
      confirmation_method: "automatic",
      created: sim.clock.now(),
      currency: wanted.currency,
      customer: wanted.customer,
      description: data.description ?? null,
      livemode: false,
      metadata: wanted.metadata,
      on_behalf_of: data.on_behalf_of ?? null,
      payment_method_options: { card: { request_three_d_secure: "automatic" } },
      payment_method_types: ["card"],
      receipt_email: data.receipt_email ?? null,
      setup_future_usage: data.setup_future_usage ?? null,
      statement_descriptor: data.statement_descriptor ?? null,
      statement_descriptor_suffix: data.statement_descriptor_suffix ?? null,
      status: "requires_payment_method",
      transfer_data: destination
        ? {
            destination,
            ...(data.transfer_data?.amount !== undefined && { amount: data.transfer_data.amount }),
          }
        : null,
      transfer_group: data.transfer_group ?? (destination ? `group_${id}` : null),
    },
    { account, hidden: { origin: wanted.origin } satisfies IntentHidden },
  );
  emit(sim, "payment_intent.created", intent, { account });
  return intent;
}

export function saveIntent(sim: Simulator, intent: PaymentIntent): PaymentIntent {
  sim.objects.save("payment_intent", intent);
  return intent;
}

/** The bank wants 3-D Secure: the intent waits for the challenge page at `url`. */
export function requireAction(
  sim: Simulator,
  account: string,
  intent: PaymentIntent,
  method: string,
  url: string,
): PaymentIntent {
  const waiting = saveIntent(sim, {
    ...intent,
    payment_method: method,
    status: "requires_action",
    next_action: {
      type: "redirect_to_url",
      redirect_to_url: { return_url: null, url },
    } as PaymentIntent["next_action"],
  });
  emit(sim, "payment_intent.requires_action", waiting, { account });
  return waiting;
}

/** The payer is done, and their bank has not decided yet. */
export function processIntent(
  sim: Simulator,
  account: string,
  intent: PaymentIntent,
  method: string,
): PaymentIntent {
  const processing = saveIntent(sim, {
    ...intent,
    last_payment_error: null,
    next_action: null,
    payment_method: method,
    status: "processing",
  });
  emit(sim, "payment_intent.processing", processing, { account });
  return processing;
}

/** The attempt failed: the intent takes another card. `charge` is absent when none was made. */
export function failIntent(
  sim: Simulator,
  account: string,
  intent: PaymentIntent,
  method: string,
  reason: { code: string; declineCode?: string; message: string },
  charge: string | null,
): PaymentIntent {
  const failed = saveIntent(sim, {
    ...intent,
    latest_charge: charge ?? intent.latest_charge,
    last_payment_error: {
      type:
        reason.code === "payment_intent_authentication_failure"
          ? "invalid_request_error"
          : "card_error",
      code: reason.code,
      message: reason.message,
      doc_url: `https://stripe.com/docs/error-codes/${reason.code.replaceAll("_", "-")}`,
      payment_method: sim.objects.get("payment_method", method, account),
      ...(charge && { charge }),
      ...(reason.declineCode && { decline_code: reason.declineCode }),
    } as unknown as PaymentIntent["last_payment_error"],
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(sim, "payment_intent.payment_failed", failed, { account });
  return failed;
}

/** Cancels an unfinished intent; one that has ended stays as it is. */
export function cancelIntent(
  sim: Simulator,
  id: string,
  account: string,
  reason: PaymentIntent["cancellation_reason"],
): PaymentIntent {
  const intent = sim.objects.get("payment_intent", id, account, { param: "intent" });
  if (intent.status === "canceled" || intent.status === "succeeded") return intent;
  const canceled = saveIntent(sim, {
    ...intent,
    canceled_at: sim.clock.now(),
    cancellation_reason: reason,
    next_action: null,
    status: "canceled",
  });
  emit(sim, "payment_intent.canceled", canceled, { account });
  return canceled;
}

export function cancelIntentOnRequest(
  sim: Simulator,
  { id, params, account }: ApiRequest<Stripe.PaymentIntentCancelParams>,
) {
  const intent = sim.objects.get("payment_intent", id, account, { param: "intent" });
  if (sim.objects.hidden<IntentHidden>(id).origin === "checkout") {
    throw invalidRequest(
      "You cannot cancel this PaymentIntent because it was created by a Checkout Session. Expire the Checkout Session instead.",
      { code: "payment_intent_unexpected_state" },
    );
  }
  if (intent.status === "canceled" || intent.status === "succeeded") {
    throw new StripeError(400, {
      type: "invalid_request_error",
      code: "payment_intent_unexpected_state",
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    });
  }
  return cancelIntent(sim, id, account, params.cancellation_reason ?? null);
}

export function retrieveIntent(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("payment_intent", id, account, { param: "intent" });
}

export function listIntents(
  sim: Simulator,
  request: ApiRequest<Stripe.PaymentIntentListParams & ListParams>,
) {
  return listObjects(sim, request, "payment_intent", given(request.params, "customer"));
}
