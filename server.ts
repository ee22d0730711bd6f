import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { createApi } from "#api/api.ts";
import { serveDocs } from "#api/docs.ts";
import { answerNotFound } from "#api/errors.ts";
import { serveImages } from "#api/offerings/images.ts";
import { receiveWebhooks } from "#api/webhooks.ts";
import { listPages } from "#app/page-table.server.ts";
import { isAnybody, sharedAddress } from "#app/public-pages/shared-pages.server.ts";
import { serveCrawlers } from "#app/public-pages/sitemap-and-robots.server.ts";
import { createAnnouncementBoard } from "#core/announcements/make-announcement.server.ts";
import type { Runtime } from "#core/context.server.ts";
import { MINUTE } from "#core/durations.ts";
import { createViewCounter } from "#core/figures/count-and-show-figures.server.ts";
import { openRuntime } from "#core/runtime.server.ts";
import { createMissCounter } from "#core/search/missed/count-missed.server.ts";
import { createAddressReader } from "#platform/http/client-address.server.ts";
import { type Drain, drainServer } from "#platform/http/drain.server.ts";
import { createHttpServer } from "#platform/http/limit-connections.server.ts";
import { createPageCache } from "#platform/http/page-cache.server.ts";
import { createPatternReader } from "#platform/http/route-pattern.server.ts";
import { outliveRejections, stopOnSignals } from "#platform/own-process.server.ts";
import { finishBodies, limitBodies } from "./server/bodies.ts";
import type { SiteEnv } from "./server/env.ts";
import { encodeAnswers, serveBuilt } from "./server/files.ts";
import { serveHealth } from "./server/health.ts";
import { countSharedAnswers, openRequests } from "./server/logging.ts";
import { answerFailure, serveManifest, servePages } from "./server/pages.ts";
import { queuePasswords } from "./server/password-queue.ts";
import { chooseReads } from "./server/reads.ts";
import { knowCaller, nothingSniffed, protectPages } from "./server/security.ts";
import { countOwnViews, countSharedViews } from "./server/views.ts";
import { startWork } from "./worker.ts";

/** Milliseconds for load balancers to notice, before running requests must end. */
const DRAIN_NOTICE = 3_000;
const DRAIN_PATIENCE = 4_000;
const FLUSH = MINUTE;

export interface Site {
  fetch: Hono<SiteEnv>["fetch"];
  listener: RequestListener;
  /** Writes pending counts of views and missed searches. */
  flush(): Promise<void>;
}

/**
 * Mounts all doors behind a context and security headers; `clock` is monotonic, in milliseconds.
 */
export function createSite(
  runtime: Runtime,
  drain: Drain = { isDraining: false },
  clock: () => number = () => performance.now(),
): Site {
  const { config } = runtime;
  const views = createViewCounter(runtime);
  const misses = createMissCounter(runtime);
  const site = new Hono<SiteEnv>();
  site.use("*", finishBodies, nothingSniffed);
  site.route("/", serveHealth(runtime, drain));
  if (import.meta.env.PROD) site.use("*", serveBuilt());

  site.use(
    "*",
    openRequests(runtime, drain, (path) => readPattern(path)),
  );
  site.use("*", protectPages(runtime), encodeAnswers, limitBodies(), queuePasswords);
  site.route("/webhooks", receiveWebhooks());
  site.route("/images", serveImages());
  site.route("/", serveCrawlers());
  site.route("/", serveManifest());

  site.use(
    "*",
    knowCaller,
    chooseReads,
    countOwnViews({ views, misses }, (url) => sharedAddress(url) !== null),
  );
  site.route("/api/v1", createApi());
  site.route("/api/docs", serveDocs());
  site.all("/api/*", answerNotFound);
  site.route("/", servePages(config, createAnnouncementBoard(runtime)));
  site.onError(answerFailure);

  const readPattern = createPatternReader([
    ...site.routes.map(({ path }) => path),
    ...listPages().keys(),
  ]);
  const closing = ["Connection", "close"];
  const countAnswer = countSharedAnswers(readPattern);
  const readAddress = createAddressReader(config.trustedProxies);
  const countViews = countSharedViews({ views, misses }, readAddress);
  const listener = createPageCache({
    isAnybody,
    clock,
    // Prices fall and bookings end at whole minutes (rule: falling-price), so a shared page holds
    // until the next.
    holdsFor: () => MINUTE - (runtime.now().getTime() % MINUTE),
    addressOf: sharedAddress,
    render: async (address) => site.fetch(new Request(config.appUrl + address), {}),
    otherwise: getRequestListener(site.fetch),
    onAnswer(answer, request) {
      countAnswer(answer);
      countViews(answer, request);
    },
    headers: () => (drain.isDraining ? closing : []),
  });
  const flush = async () => {
    await Promise.all([views.flush(), misses.flush()]);
  };
  return { fetch: site.fetch, listener, flush };
}

if (import.meta.main) {
  const runtime = await openRuntime(process.env, "server");
  const drain = { isDraining: false };
  const { listener, flush } = createSite(runtime, drain);
  const server = createHttpServer(listener);
  setInterval(flush, FLUSH).unref();
  await startWork(runtime);
  server.listen(runtime.config.port, runtime.config.host);
  // A failed start must end.
  outliveRejections(runtime.log);
  stopOnSignals(runtime.log, async () => {
    const notice = runtime.config.demo ? 0 : DRAIN_NOTICE;
    await drainServer(server, drain, { notice, patience: DRAIN_PATIENCE });
    await flush();
    await runtime.close();
  });
}
