import { Hono } from "hono";
import type { Runtime } from "#core/context.server.ts";
import { measureState } from "#core/monitoring/measure-state.server.ts";
import type { Drain } from "#platform/http/drain.server.ts";
import { registry, renderSamples } from "#platform/metrics.server.ts";
import { isReady } from "#platform/readiness.server.ts";
import type { SiteEnv } from "./env.ts";
import { AWAY_SECONDS } from "./logging.ts";

const later = { "Retry-After": String(AWAY_SECONDS) };

/** Neither logged nor counted. */
export function serveHealth(runtime: Runtime, drain: Drain): Hono<SiteEnv> {
  return new Hono<SiteEnv>()
    .get("/healthz", (c) => c.text("ok"))
    .get("/readyz", async (c) => {
      if (drain.isDraining) return c.json({ ready: false, draining: true }, 503, later);
      const state = await isReady(runtime.readers.fresh);
      return state.ready ? c.json(state) : c.json(state, 503, later);
    })
    .get("/metrics", async (c) =>
      c.body(`${await registry.metrics()}\n${renderSamples(await measureState(runtime))}`, 200, {
        "Content-Type": registry.contentType,
      }),
    );
}
