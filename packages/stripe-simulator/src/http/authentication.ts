import type { Context } from "hono";
import { apiVersion } from "../protocol/schemas.ts";
import { invalidRequest, noAccess, StripeError } from "../protocol/stripe-error.ts";
import { platform } from "../state/objects.ts";
import { platformAccountId } from "../state/platform-account.ts";
import type { Simulator } from "../state/simulator.ts";

function keyOf(header: string | undefined): string | undefined {
  const [scheme, value] = header?.split(" ") ?? [];
  if (scheme === "Bearer") return value;
  if (scheme !== "Basic") return undefined;
  return Buffer.from(value ?? "", "base64")
    .toString()
    .split(":")[0];
}

/** Refuses a missing or foreign key (401) and any API version but the simulator's (400). */
export function checkKeyAndVersion(sim: Simulator, c: Context): void {
  const key = keyOf(c.req.header("authorization"));
  if (!key) {
    throw new StripeError(401, {
      type: "invalid_request_error",
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    });
  }
  if (key !== sim.settings.secretKey) {
    const shown = `${key.slice(0, 8)}${"*".repeat(Math.max(4, key.length - 12))}${key.slice(-4)}`;
    throw new StripeError(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${shown}`,
    });
  }
  const version = c.req.header("stripe-version");
  if (version !== undefined && version !== apiVersion) {
    throw invalidRequest(
      `Invalid Stripe API version: ${version}. The simulator speaks ${apiVersion}.`,
    );
  }
}

/** The account that the call acts for: `Stripe-Account`, or the platform itself. */
export function actingAccount(sim: Simulator, c: Context): string {
  const id = c.req.header("stripe-account");
  if (id === undefined || id === platformAccountId(sim)) return platform;
  if (sim.objects.find("account", id)) return id;
  throw noAccess(id, sim.settings.secretKey);
}
