import { type Context, Hono } from "hono";
import {
  answerChallenge,
  confirmFreeCheckout,
  type PaymentOutcome,
  payCheckout,
} from "../checkout/checkout-payment.ts";
import { applyPromotionCode } from "../checkout/checkout-promotion.ts";
import type { CheckoutSession, SessionHidden } from "../checkout/checkout-sessions.ts";
import { readCard } from "../payments/card-entry.ts";
import { isEmail } from "../protocol/param-checks.ts";
import { runDueTasks } from "../schedule/run-due-tasks.ts";
import type { Simulator } from "../state/simulator.ts";
import type { WebhookDelivery } from "../webhooks/webhook-delivery.ts";
import {
  type CheckoutErrors,
  type CheckoutForm,
  challengePage,
  checkoutPage,
  closedCheckoutPage,
  isFree,
} from "./hosted-checkout-page.ts";

/** Checkout gives the site this long to answer checkout.session.completed before it redirects. */
const redirectWaitMs = 10_000;

const emptyForm: CheckoutForm = {
  email: "",
  billingName: "",
  cardNumber: "",
  cardExpiry: "",
  cardCvc: "",
};

function findSession(sim: Simulator, id: string): CheckoutSession | undefined {
  // The session may have fallen due within the second that the timer sleeps.
  runDueTasks(sim);
  const found = sim.objects.locate(id);
  return found?.kind === "checkout.session" ? (found.body as CheckoutSession) : undefined;
}

function checkPayer(form: CheckoutForm): CheckoutErrors {
  const errors: CheckoutErrors = {};
  if (!isEmail(form.email)) {
    errors.email = "Votre adresse e-mail est invalide.";
  }
  if (form.billingName.trim() === "") errors.billingName = "Saisissez le nom du titulaire.";
  return errors;
}

/** The address to send the payer to: `{CHECKOUT_SESSION_ID}` replaced by the session's id. */
export function successUrl(session: CheckoutSession): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The hosted payment pages, below /c/pay. */
export function hostedCheckout(sim: Simulator, delivery: WebhookDelivery): Hono {
  const app = new Hono();

  const closed = (c: Context, session: CheckoutSession | undefined) =>
    c.html(
      closedCheckoutPage(
        session,
        session?.status === "complete" ? successUrl(session) : (session?.cancel_url ?? null),
      ),
      session ? 200 : 404,
    );

  const form = (
    c: Context,
    session: CheckoutSession,
    values: CheckoutForm,
    errors: CheckoutErrors,
  ) =>
    c.html(
      checkoutPage(
        session,
        sim.objects.hidden<SessionHidden>(session.id).lineItems,
        values,
        errors,
      ),
      errors.form ? 402 : Object.keys(errors).length > 0 ? 422 : 200,
    );

  const conclude = async (
    c: Context,
    id: string,
    values: CheckoutForm,
    outcome: PaymentOutcome,
  ) => {
    if ("event" in outcome) {
      await delivery.answered(outcome.event, redirectWaitMs);
      return c.redirect(successUrl(findSession(sim, id) as CheckoutSession), 303);
    }
    if (outcome.result === "challenge") return c.redirect(outcome.url, 303);
    const session = findSession(sim, id);
    if (session?.status !== "open") return closed(c, session);
    // Open still, but there was no challenge to answer: back to the form.
    if (outcome.result === "closed") return c.redirect(`/c/pay/${id}`, 303);
    return form(c, session, values, { form: outcome.message });
  };

  app.get("/c/pay/:id", (c) => {
    const session = findSession(sim, c.req.param("id"));
    if (session?.status !== "open") return closed(c, session);
    const { refusal } = sim.objects.hidden<SessionHidden>(session.id);
    return form(c, session, emptyForm, refusal ? { form: refusal } : {});
  });

  app.post("/c/pay/:id", async (c) => {
    const body = await c.req.parseBody();
    const session = findSession(sim, c.req.param("id"));
    // A second click, or a second tab: it ends where the first one did.
    const { completedEvent } = session ? sim.objects.hidden<SessionHidden>(session.id) : {};
    if (session && completedEvent) {
      await delivery.answered(completedEvent, redirectWaitMs);
      return c.redirect(successUrl(session), 303);
    }
    if (session?.status !== "open") return closed(c, session);
    const text = (name: keyof CheckoutForm) => (typeof body[name] === "string" ? body[name] : "");
    const values: CheckoutForm = {
      email: session.customer_details?.email ?? text("email").trim(),
      billingName: text("billingName"),
      cardNumber: text("cardNumber"),
      cardExpiry: text("cardExpiry"),
      cardCvc: text("cardCvc"),
    };
    const payer = { email: values.email, name: values.billingName.trim() };
    if (isFree(session)) {
      const wrong = checkPayer(values);
      if (Object.keys(wrong).length > 0) return form(c, session, values, wrong);
      return conclude(c, session.id, values, confirmFreeCheckout(sim, session.id, payer));
    }
    const { card, errors } = readCard(values, sim.clock.now());
    const wrong = { ...checkPayer(values), ...errors };
    if (!card || Object.keys(wrong).length > 0) return form(c, session, values, wrong);
    const outcome = payCheckout(sim, session.id, card, payer);
    return conclude(c, session.id, values, outcome);
  });

  app.post("/c/pay/:id/code", async (c) => {
    const body = await c.req.parseBody();
    const session = findSession(sim, c.req.param("id"));
    if (session?.status !== "open") return closed(c, session);
    const code = typeof body.promotionCode === "string" ? body.promotionCode.trim() : "";
    const refusal = applyPromotionCode(sim, session.id, code);
    if (refusal) return form(c, session, emptyForm, { promotionCode: refusal });
    return c.redirect(`/c/pay/${session.id}`, 303);
  });

  app.get("/c/pay/:id/3ds", (c) => {
    const session = findSession(sim, c.req.param("id"));
    if (session?.status !== "open") return closed(c, session);
    const { pendingMethod } = sim.objects.hidden<SessionHidden>(session.id);
    return pendingMethod ? c.html(challengePage(session)) : c.redirect(`/c/pay/${session.id}`, 303);
  });

  app.post("/c/pay/:id/3ds", async (c) => {
    const body = await c.req.parseBody();
    const id = c.req.param("id");
    findSession(sim, id);
    const outcome = answerChallenge(sim, id, body.outcome === "success");
    if (outcome.result === "declined") {
      // Back on the form's own address, so that reloading or correcting it posts a card there.
      return c.redirect(`/c/pay/${id}`, 303);
    }
    return conclude(c, id, emptyForm, outcome);
  });
  return app;
}
