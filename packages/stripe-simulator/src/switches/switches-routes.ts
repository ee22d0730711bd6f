import { Hono } from "hono";
import { z } from "zod";
import {
  answerChallenge,
  confirmFreeCheckout,
  type PaymentOutcome,
  payCheckout,
} from "../checkout/checkout-payment.ts";
import type { CheckoutSession } from "../checkout/checkout-sessions.ts";
import { successUrl } from "../hosted/hosted-checkout.ts";
import { isFree } from "../hosted/hosted-checkout-page.ts";
import { StripeError } from "../protocol/stripe-error.ts";
import { runDueTasks } from "../schedule/run-due-tasks.ts";
import { inTransaction } from "../state/database.ts";
import { clearFaults, listFaults } from "../state/faults.ts";
import type { Kinds } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import type { WebhookDelivery } from "../webhooks/webhook-delivery.ts";
import { resendEvent } from "../webhooks/webhooks.ts";
import {
  applyFault,
  cardOf,
  paidWithoutPage,
  pastPayments,
  recordPayments,
  seedAccount,
  seededAccount,
} from "./switches.ts";
import { switchesAsJson, switchesPage } from "./switches-page.ts";

const moved = z.strictObject({
  now: z.union([z.number().int().positive(), z.iso.datetime({ offset: true }), z.null()]),
});

/** The switches of tests and demonstrations, below /_simulator. They need no key. */
export function switches(sim: Simulator, delivery: WebhookDelivery): Hono {
  const app = new Hono();

  app.onError((error, c) => {
    if (error instanceof z.ZodError) return c.json({ error: z.prettifyError(error) }, 400);
    if (error instanceof StripeError) return c.json({ error: error.message }, 400);
    if (error instanceof SyntaxError) return c.json({ error: "The body is not JSON." }, 400);
    sim.log(`500: ${error.stack}`);
    return c.json({ error: "The simulator failed; its log says why." }, 500);
  });

  app.get("/_simulator", (c) =>
    c.req.header("accept")?.includes("text/html")
      ? c.html(switchesPage(sim))
      : c.json(switchesAsJson(sim)),
  );

  app.get("/_simulator/faults", (c) => c.json({ data: listFaults(sim) }));
  app.post("/_simulator/faults", async (c) => {
    const body = z.looseObject({ type: z.string() }).parse(await c.req.json());
    return c.json(
      inTransaction(sim.db, () => applyFault(sim, body)),
      201,
    );
  });
  app.delete("/_simulator/faults", (c) => c.json({ cleared: clearFaults(sim, null) }));
  app.delete("/_simulator/faults/:id", (c) =>
    c.json({ cleared: clearFaults(sim, Number(c.req.param("id"))) }),
  );

  const time = () => ({
    now: sim.clock.now(),
    iso: new Date(sim.clock.now() * 1000).toISOString(),
    offset_seconds: Math.round(sim.clock.offsetMs / 1000),
  });
  app.get("/_simulator/clock", (c) => c.json(time()));
  app.post("/_simulator/clock", async (c) => {
    const { now } = moved.parse(await c.req.json());
    sim.clock.moveTo(typeof now === "string" ? Math.floor(Date.parse(now) / 1000) : now);
    return c.json({ ...time(), tasks_run: runDueTasks(sim) });
  });

  app.post("/_simulator/events/:id/resend", (c) => {
    const found = sim.objects.locate(c.req.param("id"));
    if (found?.kind !== "event") return c.json({ error: "No such event." }, 404);
    const event = found.body as Kinds["event"];
    return c.json({ queued: resendEvent(sim, event.id, event.type, found.account) });
  });

  app.get("/_simulator/deliveries", (c) => {
    const rows = sim.db.prepare("SELECT * FROM deliveries ORDER BY id DESC LIMIT 200").all();
    return c.json({ data: rows });
  });

  app.post("/_simulator/accounts", async (c) => {
    const wanted = seededAccount.parse(await c.req.json());
    return c.json(inTransaction(sim.db, () => seedAccount(sim, wanted)));
  });

  app.post("/_simulator/payments", async (c) => {
    const { payments } = pastPayments.parse(await c.req.json());
    return c.json({ data: recordPayments(sim, payments) }, 201);
  });

  app.post("/_simulator/checkouts/:id/pay", async (c) => {
    const id = c.req.param("id");
    const text = await c.req.text();
    const wanted = paidWithoutPage.parse(text === "" ? {} : JSON.parse(text));
    runDueTasks(sim);
    const before = sim.objects.locate(id)?.body as CheckoutSession | undefined;
    if (before?.object !== "checkout.session") return c.json({ error: "No such checkout." }, 404);
    const payer = {
      email: before.customer_details?.email ?? wanted.email ?? "client@example.fr",
      name: wanted.billingName,
    };
    let outcome: PaymentOutcome = isFree(before)
      ? confirmFreeCheckout(sim, id, payer)
      : payCheckout(sim, id, cardOf(sim, wanted), payer);
    if (outcome.result === "challenge") {
      outcome = answerChallenge(sim, id, wanted.challenge === "success");
    }
    if (outcome.result === "closed") return c.json(outcome, 409);
    if (!("event" in outcome)) return c.json(outcome, 402);
    await delivery.answered(outcome.event, 10_000);
    return c.json({ ...outcome, redirect_to: successUrl(before) });
  });
  return app;
}
