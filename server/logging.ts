import { createMiddleware } from "hono/factory";
import { MAX_USER_AGENT, type Runtime } from "#core/context.server.ts";
import { openContext } from "#core/runtime.server.ts";
import { createAddressReader } from "#platform/http/client-address.server.ts";
import type { Drain } from "#platform/http/drain.server.ts";
import type { SharedAnswer } from "#platform/http/page-cache.server.ts";
import { tellingWaits } from "#platform/limits.server.ts";
import { type Logger, loggedPath } from "#platform/log.server.ts";
import { requestSeconds, sharedPageAnswers } from "#platform/metrics.server.ts";
import type { SiteEnv } from "./env.ts";

export const AWAY_SECONDS = 10;

type ReadPattern = (path: string) => string;

/** Skips redaction where all fields are ours, since it takes as long as the rest. */
function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: { paths: [] } });
}

export function openRequests(runtime: Runtime, drain: Drain, readPattern: ReadPattern) {
  const readAddress = createAddressReader(runtime.config.trustedProxies);
  const log = withoutRedaction(runtime.log);
  return createMiddleware<SiteEnv>(async (c, next) => {
    const ctx = openContext(runtime);
    const { incoming } = c.env;
    const waits: number[] = [];
    c.set("ctx", {
      ...ctx,
      limits: tellingWaits(ctx.limits, (seconds) => waits.push(seconds)),
      address: incoming ? readAddress(incoming).address : null,
      userAgent: c.req.header("user-agent")?.slice(0, MAX_USER_AGENT) ?? null,
    });
    const started = performance.now();
    await next();
    // `c.header` would wrap the response and turn its text into a stream.
    c.res.headers.set("X-Request-Id", ctx.requestId);
    if (c.res.status === 429) c.res.headers.set("Retry-After", String(Math.max(1, ...waits)));
    if (c.res.status === 503) c.res.headers.set("Retry-After", String(AWAY_SECONDS));
    if (drain.isDraining) c.res.headers.set("Connection", "close");
    const route = readPattern(c.req.path);
    const seconds = (performance.now() - started) / 1000;
    // A shared rendering belongs to no request, so requests count where answered.
    if (incoming)
      requestSeconds.observe({ method: c.req.method, route, status: c.res.status }, seconds);
    log.info(
      {
        requestId: ctx.requestId,
        method: c.req.method,
        path: loggedPath(c.req.path),
        status: c.res.status,
        ms: Math.round(seconds * 1000),
      },
      incoming ? "request" : "rendering",
    );
  });
}

/** Counts without a log line, which took a third of the answer's time (decision 098). */
export function countSharedAnswers(readPattern: ReadPattern) {
  return ({ method, address, status, origin, took }: SharedAnswer) => {
    const [path = ""] = address.split("?");
    requestSeconds.observe({ method, route: readPattern(path), status }, took / 1000);
    sharedPageAnswers.inc({ origin });
  };
}
