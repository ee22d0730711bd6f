import { requireDestination } from "./accounts.ts";
import type { EnteredCard } from "./card-entry.ts";
import { chargeIntent } from "./charges.ts";
import type { CheckoutSession, SessionHidden } from "./checkout-sessions.ts";
import { makeCustomer } from "./customers.ts";
import { inTransaction } from "./database.ts";
import { emit } from "./events.ts";
import { applyMetadata } from "./metadata.ts";
import {
  createIntent,
  failIntent,
  type IntentHidden,
  type PaymentIntent,
  requireAction,
} from "./payment-intents.ts";
import { bankOf, makePaymentMethod, type Payer, type PaymentMethod } from "./payment-methods.ts";
import type { Simulator } from "./simulator.ts";
import { StripeError } from "./stripe-error.ts";
import { cancelPlans } from "./tasks.ts";

/** How an attempt to pay ended. `event` is the checkout.session.completed that it caused. */
export type PaymentOutcome =
  | { result: "paid"; event: string }
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

function complete(
  sim: Simulator,
  open: OpenSession,
  intent: PaymentIntent,
  method: PaymentMethod,
): string {
  const { account, session } = open;
  const payer = method.billing_details;
  const customer =
    session.customer ??
    (session.customer_creation === "always"
      ? makeCustomer(sim, account, {
          email: payer.email,
          name: payer.name,
          paymentMethod: method.id,
        }).id
      : null);
  const completed: CheckoutSession = {
    ...session,
    customer,
    customer_details: {
      address: payer.address,
      business_name: null,
      email: payer.email,
      individual_name: null,
      name: payer.name,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_intent: intent.id,
    payment_status: "paid",
    status: "complete",
    url: null,
  };
  sim.objects.save("checkout.session", completed);
  cancelPlans(sim, session.id, "expire_checkout");
  const event = emit(sim, "checkout.session.completed", completed, { account });
  sim.objects.hide(session.id, { ...open.hidden, completedEvent: event } satisfies SessionHidden);
  return event;
}

/** Remembers the refusal, so that the payment page can still say it after a redirect. */
function declinedWith(sim: Simulator, intent: string, message: string): PaymentOutcome {
  const hidden: IntentHidden = { origin: "checkout", refusal: message };
  sim.objects.hide(intent, hidden);
  return { result: "declined", message };
}

/** Charges the card and, when it accepts, ends the session. */
function settle(
  sim: Simulator,
  open: OpenSession,
  intent: PaymentIntent,
  method: PaymentMethod,
  authenticated: boolean,
): PaymentOutcome {
  const refusal = destinationRefusal(sim, open.hidden);
  if (refusal) {
    const reason = {
      code: "transfers_not_allowed",
      message: "The destination account cannot receive transfers.",
    };
    failIntent(sim, open.account, intent, method.id, reason, null);
    return declinedWith(sim, intent.id, refusal);
  }
  const { declined } = bankOf(sim, method.id);
  chargeIntent(sim, open.account, intent, method, {
    authenticated,
    ...(declined && { declined }),
  });
  if (declined) return declinedWith(sim, intent.id, declined.french);
  return { result: "paid", event: complete(sim, open, intent, method) };
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
    const refusal = destinationRefusal(sim, open.hidden);
    if (refusal) return { result: "declined", message: refusal };
    const intent = intentOf(sim, open);
    const method = makePaymentMethod(sim, open.account, card, payer);
    if (card.test.challenge || open.hidden.challengeAlways) {
      const url = `${sim.settings.publicUrl}/c/pay/${id}/3ds`;
      requireAction(sim, open.account, intent, method.id, url);
      return { result: "challenge", url };
    }
    return settle(sim, open, intent, method, false);
  });
}

/** The payer's answer on the 3-D Secure page; "closed" when no challenge is pending any more. */
export function answerChallenge(sim: Simulator, id: string, accepted: boolean): PaymentOutcome {
  return inTransaction(sim.db, () => {
    const open = openSession(sim, id);
    if ("closed" in open) return { result: "closed", status: open.closed };
    const intent = intentOf(sim, open);
    const { pendingMethod } = sim.objects.hidden<IntentHidden>(intent.id);
    if (intent.status !== "requires_action" || !pendingMethod) {
      return { result: "closed", status: "open" };
    }
    if (!accepted) {
      failIntent(
        sim,
        open.account,
        intent,
        pendingMethod,
        {
          code: "payment_intent_authentication_failure",
          message:
            "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
        },
        null,
      );
      const message =
        "Nous n'avons pas pu authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.";
      return declinedWith(sim, intent.id, message);
    }
    const method = sim.objects.get("payment_method", pendingMethod, open.account);
    return settle(sim, open, intent, method, true);
  });
}
