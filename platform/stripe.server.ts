import Stripe from "stripe";
import type { Config } from "./config.server.ts";

/**
 * The official SDK. Without a real key it talks to the simulator, and nothing else changes (rule:
 * one-provider). A call gives up after 4 s and is tried at most twice, so that a page answers
 * within 10 s.
 */
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
