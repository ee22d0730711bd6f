import type Stripe from "stripe";
import { requireDestination } from "../payments/destinations.ts";
import { refuseNotPlayed } from "../protocol/param-checks.ts";
import { invalidRequest, missingParam } from "../protocol/stripe-error.ts";
import { platform } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";

type Params = Stripe.Checkout.SessionCreateParams;
type IntentData = NonNullable<Params["payment_intent_data"]>;

const minute = 60;
const shortest = 30 * minute;
const longest = 24 * 60 * minute;

/** Parameters that would change what happens and that the simulator does not play. */
const notPlayed = [
  "after_expiration",
  "automatic_tax",
  "consent_collection",
  "custom_fields",
  "invoice_creation",
  "optional_items",
  "permissions",
  "setup_intent_data",
  "shipping_address_collection",
  "shipping_options",
  "tax_id_collection",
];

/** When the session ends: 30 minutes to 24 hours from now (seconds). */
export function requireExpiry(sim: Simulator, expiresAt: number | undefined): number {
  const now = sim.clock.now();
  if (expiresAt === undefined) return now + longest;
  if (expiresAt < now + shortest) {
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  if (expiresAt > now + longest) {
    throw invalidRequest(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  return expiresAt;
}

/** Refuses a fee or parts beyond the total, and an account that cannot receive money. */
export function requireIntentData(
  sim: Simulator,
  account: string,
  data: IntentData,
  total: number,
): void {
  const destination = data.transfer_data?.destination;
  const part = data.transfer_data?.amount;
  const fee = data.application_fee_amount;
  if (data.capture_method === "manual") {
    throw invalidRequest("The simulator captures at once.", {
      param: "payment_intent_data[capture_method]",
    });
  }
  if (destination !== undefined) {
    requireDestination(sim, destination, "payment_intent_data[transfer_data][destination]");
  }
  if (data.on_behalf_of !== undefined) {
    requireDestination(sim, data.on_behalf_of, "payment_intent_data[on_behalf_of]");
  }
  if (part !== undefined && (part < 1 || part > total)) {
    throw invalidRequest("The transfer amount must be between 1 and the total amount.", {
      param: "payment_intent_data[transfer_data][amount]",
    });
  }
  if (fee === undefined) return;
  const param = "payment_intent_data[application_fee_amount]";
  if (part !== undefined) {
    throw invalidRequest(
      "You may only specify one of these parameters: application_fee_amount, transfer_data[amount].",
      { code: "parameters_exclusive", param },
    );
  }
  if (fee < 0) {
    throw invalidRequest("Invalid non-negative integer", {
      code: "parameter_invalid_integer",
      param,
    });
  }
  if (destination === undefined && account === platform) {
    throw invalidRequest(
      "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
      { param },
    );
  }
  if (fee > total) {
    throw invalidRequest(
      "The application fee cannot be greater than the total amount of the Checkout Session.",
      { param },
    );
  }
}

type Mode = "payment" | "subscription";

function isPlayed(mode: string): mode is Mode {
  return mode === "payment" || mode === "subscription";
}

/** Parameters that go together, in a mode that the simulator plays. */
export function requireConsistent(params: Params): Mode {
  refuseNotPlayed(params, notPlayed);
  const { mode } = params;
  if (mode === undefined) throw missingParam("mode");
  if (!isPlayed(mode)) {
    throw invalidRequest("The simulator has no setup mode.", { param: "mode" });
  }
  if (params.ui_mode !== undefined && params.ui_mode !== "hosted_page") {
    throw invalidRequest("The simulator only has hosted pages.", { param: "ui_mode" });
  }
  const foreign = mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (params[foreign]) {
    throw invalidRequest(`You can not pass \`${foreign}\` in \`${mode}\` mode.`, {
      param: foreign,
    });
  }
  const { allowed_payment_method_types: allowed } = params;
  if (allowed && !allowed.includes("card")) {
    throw invalidRequest("The simulator only has cards.", {
      param: "allowed_payment_method_types",
    });
  }
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw invalidRequest(
      "You may only specify one of these parameters: customer, customer_email.",
      {
        code: "parameters_exclusive",
        param: "customer_email",
      },
    );
  }
  if (params.allow_promotion_codes && params.discounts) {
    throw invalidRequest(
      "You may only specify one of these parameters: allow_promotion_codes, discounts.",
      { code: "parameters_exclusive", param: "discounts" },
    );
  }
  if (params.customer_creation !== undefined && mode === "subscription") {
    throw invalidRequest("`customer_creation` can only be used in `payment` and `setup` mode.", {
      param: "customer_creation",
    });
  }
  return mode;
}
