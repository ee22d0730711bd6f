import { createHmac } from "node:crypto";

/**
 * The `Stripe-Signature` header: HMAC-SHA256 of `t.payload` under the endpoint's secret
 * (https://docs.stripe.com/webhooks#verify-manually). `t` is the real time in seconds, whatever the
 * simulator's clock says, because receivers refuse signatures older than five minutes.
 */
export function signatureHeader(payload: string, secret: string): string {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", secret).update(`${t}.${payload}`).digest("hex");
  return `t=${t},v1=${v1}`;
}
