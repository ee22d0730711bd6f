import { makeCustomer } from "../billing/customers.ts";
import { attachDiscount } from "../billing/discounts.ts";
import type { EnteredCard } from "../payments/card-entry.ts";
import { chargeIntent } from "../payments/charges.ts";
import { requireDestination } from "../payments/destinations.ts";
import {
  createIntent,
  failIntent,
  type PaymentIntent,
  processIntent,
  requireAction,
} from "../payments/payment-intents.ts";
import {
  bankOf,
  makePaymentMethod,
  type Payer,
  type PaymentMethod,
} from "../payments/payment-methods.ts";
import { StripeError } from "../protocol/stripe-error.ts";
import { inTransaction } from "../state/database.ts";
import { strike } from "../state/faults.ts";
import { applyMetadata } from "../state/metadata.ts";
import type { Simulator } from "../state/simulator.ts";
import { cancelPlans } from "../state/tasks.ts";
import { emit } from "../webhooks/events.ts";
import type { CheckoutSession, SessionHidden } from "./checkout-sessions.ts";
import { payForSubscription } from "./checkout-subscription.ts";

/** How an attempt to pay ended. `event` is the checkout.session.completed that it caused. */
export type PaymentOutcome =
  | { result: "paid"; event: string }
  /** Complete and unpaid: the bank has not decided yet. */
  | { result: "processing"; event: string }
  | { result: "challenge"; url: string }
  | { result: "declined"; message: string }
  /** The session was no longer open. */
  | { result: "closed"; status: string };

interface OpenSession {
  session: CheckoutSession;
  account: string;
  hidden: SessionHidden;
}

function openSession(sim: Simulator, id: string): OpenSession | { closed: string } {
  const found = sim.objects.locate(id);
  if (found?.kind !== "checkout.session") return { closed: "unknown" };
  const session = found.body as CheckoutSession;
  if (session.status !== "open") return { closed: String(session.status) };
  return { session, account: found.account, hidden: sim.objects.hidden<SessionHidden>(id) };
}

/** Stripe makes the payment intent when somebody first tries to pay, and keeps it for the others. */
function intentOf(sim: Simulator, { session, account, hidden }: OpenSession): PaymentIntent {
  if (session.payment_intent) {
    return sim.objects.get("payment_intent", session.payment_intent, account);
  }
  const intent = createIntent(sim, account, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "eur",
    customer: session.customer,
    data: hidden.intentData,
    origin: "checkout",
    metadata: applyMetadata({}, hidden.intentData.metadata),
  });
  sim.objects.save("checkout.session", { ...session, payment_intent: intent.id });
  return intent;
}

/** Why the destination cannot be paid any more, in French; undefined when it can. */
function destinationRefusal(sim: Simulator, hidden: SessionHidden): string | undefined {
  const destination = hidden.intentData.transfer_data?.destination;
  if (destination === undefined) return undefined;
  try {
    requireDestination(sim, destination, "");
    return undefined;
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return "Ce paiement ne peut pas aboutir : le compte du bénéficiaire ne peut plus recevoir de versements.";
  }
}

/** The members that paying adds to a session; a subscription's checkout has no intent of its own. */
type Paid = Pick<CheckoutSession, "customer" | "payment_status"> &
  Partial<Pick<CheckoutSession, "payment_intent" | "subscription" | "invoice">>;

function complete(sim: Simulator, open: OpenSession, payer: Payer, paid: Paid): PaymentOutcome {
  const { account, hidden } = open;
  const session = sim.objects.get("checkout.session", open.session.id, account);
  const completed: CheckoutSession = {
    ...session,
    ...paid,
    customer_details: {
      address: {
        city: null,
        country: "FR",
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      business_name: null,
      email: payer.email,
      individual_name: null,
      name: payer.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    status: "complete",
    url: null,
  };
  sim.objects.save("checkout.session", completed);
  cancelPlans(sim, session.id, "expire_checkout");
  const event = emit(sim, "checkout.session.completed", completed, { account });
  const { pendingMethod: _method, refusal: _refusal, ...kept } = hidden;
  sim.objects.hide(session.id, { ...kept, completedEvent: event } satisfies SessionHidden);
  return { result: paid.payment_status === "unpaid" ? "processing" : "paid", event };
}

/** Remembers the refusal, so that the payment page can still say it after a redirect. */
function declined(sim: Simulator, open: OpenSession, message: string): PaymentOutcome {
  const { pendingMethod: _method, ...kept } = open.hidden;
  sim.objects.hide(open.session.id, { ...kept, refusal: message } satisfies SessionHidden);
  return { result: "declined", message };
}

function customerFor(sim: Simulator, open: OpenSession, payer: Payer, method: string | null) {
  const { session, account } = open;
  if (session.customer) return session.customer;
  const wanted = session.customer_creation === "always" || session.mode === "subscription";
  if (!wanted) return null;
  return makeCustomer(sim, account, { ...payer, paymentMethod: method }).id;
}

function settleSubscription(
  sim: Simulator,
  open: OpenSession,
  method: PaymentMethod,
  payer: Payer,
  authenticated: boolean,
): PaymentOutcome {
  const refusal = bankOf(sim, method.id).declined;
  if (refusal) return declined(sim, open, refusal.french);
  const { account, session, hidden } = open;
  const customer = String(customerFor(sim, open, payer, null));
  const isProcessing = isToProcess(sim, session.id);
  const made = payForSubscription(sim, account, session, hidden, {
    customer,
    method,
    authenticated,
    isProcessing,
  });
  const payment_status = isProcessing ? "unpaid" : "paid";
  return complete(sim, open, payer, { customer, payment_status, ...made });
}

/** Whether the bank is to be told to take its time. */
function isToProcess(sim: Simulator, id: string): boolean {
  const applies = ({ checkout = id }: { checkout?: string | undefined }) => checkout === id;
  return strike(sim, ["process_payments"], applies) !== undefined;
}

/** Charges the card and, when it accepts, ends the session. */
function settlePayment(
  sim: Simulator,
  open: OpenSession,
  method: PaymentMethod,
  payer: Payer,
  authenticated: boolean,
): PaymentOutcome {
  const { account, hidden } = open;
  const intent = intentOf(sim, open);
  const refusal = destinationRefusal(sim, hidden);
  if (refusal) {
    const reason = {
      code: "transfers_not_allowed",
      message: "The destination account cannot receive transfers.",
    };
    failIntent(sim, account, intent, method.id, reason, null);
    return declined(sim, open, refusal);
  }
  const bank = bankOf(sim, method.id);
  if (!bank.declined && isToProcess(sim, open.session.id)) {
    processIntent(sim, account, intent, method.id);
    const customer = customerFor(sim, open, payer, method.id);
    redeem(sim, open, customer);
    const payment_intent = intent.id;
    return complete(sim, open, payer, { customer, payment_intent, payment_status: "unpaid" });
  }
  chargeIntent(sim, account, intent, method, {
    authenticated,
    ...(bank.declined && { declined: bank.declined }),
  });
  if (bank.declined) return declined(sim, open, bank.declined.french);
  const customer = customerFor(sim, open, payer, method.id);
  redeem(sim, open, customer);
  return complete(sim, open, payer, {
    customer,
    payment_intent: intent.id,
    payment_status: "paid",
  });
}

/** Counts the coupon of a single payment as used. */
function redeem(sim: Simulator, open: OpenSession, customer: string | null): void {
  const { account, hidden, session } = open;
  if (!hidden.discount) return;
  const to = { customer, subscription: null, checkout: session.id };
  attachDiscount(sim, account, hidden.discount, to);
}

function settle(
  sim: Simulator,
  open: OpenSession,
  method: PaymentMethod,
  authenticated: boolean,
): PaymentOutcome {
  const { email, name } = method.billing_details;
  const work = open.session.mode === "subscription" ? settleSubscription : settlePayment;
  return work(sim, open, method, { email, name }, authenticated);
}

/**
 * Pays an open session with a card. Everything happens in one synchronous transaction, so that two
 * payments of the same session at once charge once: the second finds it complete.
 */
export function payCheckout(
  sim: Simulator,
  id: string,
  card: EnteredCard,
  payer: Payer,
): PaymentOutcome {
  return inTransaction(sim.db, () => {
    const open = openSession(sim, id);
    if ("closed" in open) return { result: "closed", status: open.closed };
    const { account, session, hidden } = open;
    const method = makePaymentMethod(sim, account, card, payer);
    if (!card.test.challenge && !hidden.challengeAlways) return settle(sim, open, method, false);
    const url = `${sim.settings.publicUrl}/c/pay/${id}/3ds`;
    if (session.mode === "payment") {
      requireAction(sim, account, intentOf(sim, open), method.id, url);
    }
    sim.objects.hide(id, { ...hidden, pendingMethod: method.id } satisfies SessionHidden);
    return { result: "challenge", url };
  });
}

/** Ends a session whose total is nothing. */
export function confirmFreeCheckout(sim: Simulator, id: string, payer: Payer): PaymentOutcome {
  return inTransaction(sim.db, () => {
    const open = openSession(sim, id);
    if ("closed" in open) return { result: "closed", status: open.closed };
    const customer = customerFor(sim, open, payer, null);
    redeem(sim, open, customer);
    return complete(sim, open, payer, { customer, payment_status: "no_payment_required" });
  });
}

/** The payer's answer on the 3-D Secure page; "closed" when no challenge is pending any more. */
export function answerChallenge(sim: Simulator, id: string, accepted: boolean): PaymentOutcome {
  return inTransaction(sim.db, () => {
    const open = openSession(sim, id);
    if ("closed" in open) return { result: "closed", status: open.closed };
    const { account, hidden, session } = open;
    const { pendingMethod } = hidden;
    if (!pendingMethod) return { result: "closed", status: "open" };
    if (accepted) {
      return settle(sim, open, sim.objects.get("payment_method", pendingMethod, account), true);
    }
    if (session.mode === "payment") {
      const reason = {
        code: "payment_intent_authentication_failure",
        message:
          "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
      };
      failIntent(sim, account, intentOf(sim, open), pendingMethod, reason, null);
    }
    return declined(
      sim,
      open,
      "Nous n'avons pas pu authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.",
    );
  });
}
