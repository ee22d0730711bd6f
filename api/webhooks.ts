import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { isAppError } from "#core/errors.ts";
import { receiveStripeEvent } from "#core/reconciliation/receive-stripe-event.server.ts";
import type { ApiEnv } from "./env.ts";
import { answerError } from "./errors.ts";

/** Stripe signs the exact bytes (https://docs.stripe.com/webhooks), so the body is text. */
export function receiveWebhooks() {
  const webhooks = new Hono<ApiEnv>();
  // Stripe expects 400, and a reason would only help whoever forges a request.
  webhooks.onError((error, c) =>
    answerError(
      isAppError(error) && error.code === "invalid_input"
        ? new HTTPException(400, { cause: error })
        : error,
      c,
    ),
  );
  for (const [path, endpoint] of [
    ["/stripe", "platform"],
    ["/stripe-connect", "connect"],
  ] as const) {
    webhooks.post(path, async (c) => {
      await receiveStripeEvent(c.get("ctx"), {
        endpoint,
        payload: await c.req.text(),
        signature: c.req.header("stripe-signature") ?? "",
      });
      return c.json({ received: true });
    });
  }
  return webhooks;
}
