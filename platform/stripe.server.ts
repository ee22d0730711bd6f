import Stripe from "stripe";
import type { Config } from "./config.server.ts";

/** Real or simulated (rule: one-provider); 4 s and two attempts fit into a page's 10 s. */
export function createStripe(config: Config["stripe"]): Stripe {
  const base = config.apiBase ? new URL(config.apiBase) : null;
  return new Stripe(config.secretKey, {
    timeout: 4_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === "http:" ? ("http" as const) : ("https" as const),
      host: base.hostname,
      ...(base.port && { port: base.port }),
    }),
  });
}
