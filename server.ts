import { readdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import * as pages from "virtual:react-router/server-build";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { deleteCookie, getCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { createApi } from "#api/api.ts";
import { serveDocs } from "#api/docs.ts";
import { answerError, answerNotFound } from "#api/errors.ts";
import { serveImages } from "#api/image-files.ts";
import { receiveWebhooks } from "#api/webhooks.ts";
import { pageContext, requestContext } from "#app/context.server.ts";
import { drawFailure } from "#app/failures/failure-page.server.tsx";
import { serveCrawlers } from "#app/public-pages/crawlers.server.ts";
import { isAnybody, sharedAddress } from "#app/public-pages/shared-pages.server.ts";
import { logOut } from "#core/accounts/log-out.server.ts";
import { resolveActor } from "#core/accounts/resolve-actor.server.ts";
import { LEFT_COOKIE, LOGIN_COOKIE } from "#core/accounts/rules.ts";
import { type Context, type Runtime, USER_AGENT_MAX } from "#core/context.server.ts";
import { AppError, ERROR_MESSAGES } from "#core/errors.ts";
import { MAX_IMAGE_BYTES } from "#core/media/rules.ts";
import { measureState } from "#core/monitoring/measure-state.server.ts";
import { openContext, openRuntime } from "#core/runtime.server.ts";
import { QueueFull } from "#platform/fair-queue.server.ts";
import { createAddressReader } from "#platform/http/client-address.server.ts";
import { type Drain, drainServer } from "#platform/http/drain.server.ts";
import { encodeResponse, encodingFor } from "#platform/http/encode.server.ts";
import {
  discard,
  isReadOrForm,
  withoutNeedlessSlashes,
  withProtocol,
} from "#platform/http/request.server.ts";
import { createPatternReader } from "#platform/http/route-pattern.server.ts";
import { isCrossSiteWrite } from "#platform/http/same-origin.server.ts";
import { createHttpServer } from "#platform/http/server.server.ts";
import { createSharedPages, type SharedAnswer } from "#platform/http/shared-pages.server.ts";
import { tellingWaits } from "#platform/limits.server.ts";
import { loggedPath } from "#platform/log.server.ts";
import {
  registry,
  renderSamples,
  requestSeconds,
  sharedPageAnswers,
} from "#platform/metrics.server.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { isReady } from "#platform/readiness.server.ts";
import { startWork } from "./worker.ts";

export interface SiteEnv {
  /** Nothing when the site asks itself for a page that many will be given. */
  Bindings: Partial<HttpBindings>;
  Variables: { ctx: Context; secureHeadersNonce?: string };
}

/** What browsers download, by the build. */
const BUILT = "build/client";
/** Larger bodies answer 413 and are read by nobody. */
const MAX_BODY_BYTES = 1024 * 1024;
/** An image and the form around it. */
const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + 256 * 1024;
/** What is somewhat too large is let in, to be thrown away. */
const MAX_DISCARDED_BYTES = 50 * 1024 * 1024;
/** How long load balancers have to see that no more is wanted, and requests to end after that, in ms. */
const DRAIN_NOTICE = 3_000;
const DRAIN_PATIENCE = 4_000;
/** When it is worth coming back to what is away or has too much to do, in seconds. */
const AWAY_SECONDS = 10;
/** Where images are sent to: by a program, or with a form that has no script. */
const UPLOADS =
  /^\/(api\/v1\/images|ajouter-(session|activite)|sessions\/[^/]+\/edit|editer-activite\/[^/]+)$/;

/**
 * Where passwords are given or chosen, without a script: as many a second are let in as can be hashed,
 * by turns that are fair between networks. Programs and our own script are answered without a page,
 * which costs little, so they wait for the hashing only.
 */
const PASSWORD_DOORS =
  /^\/(connexion|inscription|confirmation|changer-mot-de-passe|profil\/suppression)$/;

/** How one process answers. */
export interface Site {
  /** Everything, made for whoever asks. */
  fetch: Hono<SiteEnv>["fetch"];
  /** The same, with the pages that are everybody's given to visitors without a new rendering. */
  listener: RequestListener;
}

/**
 * Mounts the doors on one Hono application: what is built, health, webhooks, the JSON API, pages.
 * Every request gets an id, an actor and the security headers before a door sees it.
 *
 * @param clock milliseconds that only ever grow: how old a shared page is.
 */
export function createSite(
  runtime: Runtime,
  drain: Drain = { isDraining: false },
  clock: () => number = () => performance.now(),
): Site {
  const { config } = runtime;
  const production = import.meta.env.PROD;
  const readAddress = createAddressReader(config.trustedProxies);
  // The virtual module's own type says `undefined` where ServerBuild says optional.
  const renderPage = createRequestHandler(pages as ServerBuild, import.meta.env.MODE);
  const site = new Hono<SiteEnv>();
  // For lines whose fields are ours: to look in them for a person takes as long as the rest.
  const ownLog = runtime.log.child({}, { redact: { paths: [] } });

  site.use("*", async (c, next) => {
    await next();
    // Not only of pages: whatever is answered is what it says it is.
    c.res.headers.set("X-Content-Type-Options", "nosniff");
  });
  site.get("/healthz", (c) => c.text("ok"));
  site.get("/readyz", async (c) => {
    if (drain.isDraining) return c.json({ ready: false, draining: true }, 503);
    const state = await isReady(runtime.db);
    return c.json(state, state.ready ? 200 : 503);
  });
  site.get("/metrics", async (c) =>
    c.body(`${await registry.metrics()}\n${renderSamples(await measureState(runtime))}`, 200, {
      "Content-Type": registry.contentType,
    }),
  );

  if (production) {
    const built = new Set(readdirSync(BUILT, { recursive: true, encoding: "utf8" }));
    const serveBuilt = serveStatic({
      root: BUILT,
      precompressed: true,
      onFound: (path, c) =>
        c.header(
          "Cache-Control",
          path.includes("/assets/")
            ? "public, max-age=31536000, immutable"
            : "public, max-age=3600",
        ),
    });
    // Only what is there is looked for: every page and every endpoint would wait for the disk.
    site.use("*", (c, next) => (built.has(c.req.path.slice(1)) ? serveBuilt(c, next) : next()));
  }

  site.use("*", async (c, next) => {
    const ctx = openContext(runtime);
    const { incoming } = c.env;
    const waits: number[] = [];
    c.set("ctx", {
      ...ctx,
      limits: tellingWaits(ctx.limits, (seconds) => waits.push(seconds)),
      address: incoming ? readAddress(incoming).address : null,
      userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_MAX) ?? null,
    });
    const started = performance.now();
    await next();
    // Not `c.header`, which makes another response of the one that is there, its text a stream.
    c.res.headers.set("X-Request-Id", ctx.requestId);
    if (c.res.status === 429) c.res.headers.set("Retry-After", String(Math.max(1, ...waits)));
    if (c.res.status === 503) c.res.headers.set("Retry-After", String(AWAY_SECONDS));
    if (drain.isDraining) c.res.headers.set("Connection", "close");
    const route = readPattern(c.req.path);
    const seconds = (performance.now() - started) / 1000;
    // A rendering for many is no request of anybody's: theirs are counted where they are answered.
    if (incoming)
      requestSeconds.observe({ method: c.req.method, route, status: c.res.status }, seconds);
    ownLog.info(
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

  site.use(
    "*",
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", NONCE],
        styleSrc: ["'self'", NONCE],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: production ? ["'self'"] : ["'self'", "ws:"],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...hostedPages(runtime)],
      },
      // The same for browsers that do not read the policy's frame-ancestors.
      xFrameOptions: "DENY",
      crossOriginEmbedderPolicy: false,
      referrerPolicy: "strict-origin-when-cross-origin",
      strictTransportSecurity: config.appUrl.startsWith("https:")
        ? "max-age=31536000; includeSubDomains"
        : false,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
    }),
  );
  site.use("*", async (c, next) => {
    await next();
    const answer = await encodeResponse(c.res, encodingFor(c.req.header("accept-encoding")));
    if (answer === c.res) return;
    c.res = undefined;
    c.res = answer;
  });
  const limitBody = (maxSize: number, message = "") => ({
    maxSize,
    apply: bodyLimit({
      maxSize,
      onError: () => {
        throw new HTTPException(413, { message });
      },
    }),
  });
  const ofUploads = limitBody(MAX_UPLOAD_BYTES, ERROR_MESSAGES.payload_too_large);
  const ofOthers = limitBody(MAX_BODY_BYTES);
  site.use("*", async (c, next) => {
    const { maxSize, apply } = UPLOADS.test(c.req.path) ? ofUploads : ofOthers;
    const length = Number(c.req.header("content-length") ?? 0);
    const { incoming } = c.env;
    if (incoming && length > maxSize && length <= MAX_DISCARDED_BYTES) await discard(incoming);
    // Of a question nobody reads a body, and to ask whether it has one makes a whole request of it.
    return c.req.method === "GET" || c.req.method === "HEAD" ? next() : apply(c, next);
  });

  // Before a page is made of the refusal, which would take longer than all the rest of it.
  site.use("*", async (c, next) => {
    const { address, passwords } = c.get("ctx");
    if (c.req.method !== "POST" || address === null || !PASSWORD_DOORS.test(c.req.path)) {
      return next();
    }
    try {
      await passwords.enter(address);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      return c.html(busyPage(c.req.path), 503);
    }
    return next();
  });

  site.route("/webhooks", receiveWebhooks());
  site.route("/images", serveImages());
  site.route("/", serveCrawlers());

  site.use("*", async (c, next) => {
    const bearer = c.req.header("authorization")?.match(/^Bearer (.+)$/i)?.[1];
    // Over the API only a login could be ridden on; a guest's proof of purchase opens nothing.
    const hasLogin = c.req.header("cookie")?.includes(LOGIN_COOKIE) ?? false;
    const guarded = bearer === undefined && (hasLogin || !isApi(c.req.path));
    if (guarded && isCrossSiteWrite(c.req.raw)) {
      const message = "Cette demande ne vient pas de notre site.";
      if (isApi(c.req.path)) throw new AppError("forbidden", { message });
      return c.text(message, 403);
    }
    const ctx = c.get("ctx");
    const proof = {
      cookie: c.req.header("cookie") ?? null,
      authorization: c.req.header("authorization") ?? null,
    };
    // Whoever has logged out without reaching us is logged out now, before anything is shown.
    const hasLeft = getCookie(c, LEFT_COOKIE) !== undefined;
    const { actor, setCookie } = hasLeft
      ? { actor: null, ...(await logOut(ctx, proof)) }
      : await resolveActor(ctx, proof);
    c.set("ctx", { ...ctx, actor });
    await next();
    if (hasLeft) deleteCookie(c, LEFT_COOKIE, { path: "/" });
    const personal = c.req.header("cookie") ?? c.req.header("authorization");
    const { pathname, search } = new URL(c.req.url);
    // Links with a token and results of payments are somebody's, though no cookie says whose.
    const isSomebodys = personal || (!isApi(pathname) && sharedAddress(pathname + search) === null);
    if ((isSomebodys || c.res.headers.has("set-cookie")) && !c.res.headers.has("cache-control")) {
      c.header("Cache-Control", "private, no-store");
    }
    // What the door itself has just opened or closed is not undone by the renewal of an older login.
    if (c.res.headers.getSetCookie().some((value) => value.includes(LOGIN_COOKIE))) return;
    for (const value of setCookie) c.header("Set-Cookie", value, { append: true });
  });

  site.route("/api/v1", createApi());
  site.route("/api/docs", serveDocs());
  site.all("/api/*", answerNotFound);

  site.get("*", (c, next) => {
    const path = withoutNeedlessSlashes(c.req.url);
    return path ? Promise.resolve(c.redirect(path, 301)) : next();
  });
  site.all("*", async (c) => {
    if (!isReadOrForm(c.req.raw)) throw new HTTPException(415);
    const ctx = c.get("ctx");
    const context = new RouterContextProvider();
    context.set(requestContext, ctx);
    const page = {
      nonce: c.get("secureHeadersNonce") ?? "",
      requestId: ctx.requestId,
      isDocument: !c.req.path.endsWith(".data"),
      isWhole: true,
      isDatabaseAway: false,
    };
    context.set(pageContext, page);
    const { incoming } = c.env;
    const request = incoming ? withProtocol(c.req.raw, readAddress(incoming).protocol) : c.req.raw;
    const answer = await renderPage(request, context);
    if (!page.isWhole) answer.headers.set("Cache-Control", "private, no-store");
    // Not the page's fault: it is to be asked for again, whatever of it could be drawn.
    const { status, body, headers } = answer;
    if (page.isDatabaseAway && (status === 200 || status === 500)) {
      return new Response(body, { status: 503, headers });
    }
    return answer;
  });
  site.onError((error, c) => {
    if (isApi(c.req.path)) return answerError(error, c);
    if (error instanceof HTTPException) {
      return c.text(error.message || "Cette demande n'est pas acceptée.", error.status);
    }
    // Not even the layout can be trusted here: the database may be what is missing.
    const { log, requestId } = c.get("ctx");
    log.error({ err: error }, "unexpected error before any page");
    const { pathname, search } = new URL(c.req.url);
    const status = whyUnreachable(error) === null ? 500 : 503;
    return c.html(drawFailure(pathname + search, status, requestId), status);
  });
  const readPattern = createPatternReader([
    ...site.routes.map(({ path }) => path),
    ...pagePatterns((pages as ServerBuild).routes),
  ]);
  const countAnswer = (answer: SharedAnswer) => {
    const { method, address, status, requestId, renderId, origin, took } = answer;
    const [path = ""] = address.split("?");
    requestSeconds.observe({ method, route: readPattern(path), status }, took / 1000);
    sharedPageAnswers.inc({ origin });
    ownLog.info(
      { requestId, method, path, status, ms: Math.round(took), origin, renderId },
      "request",
    );
  };
  const closing = ["Connection", "close"];
  const listener = createSharedPages({
    isAnybody,
    clock,
    addressOf: sharedAddress,
    render: async (address) => site.fetch(new Request(config.appUrl + address), {}),
    otherwise: getRequestListener(site.fetch),
    onAnswer: countAnswer,
    headers: () => (drain.isDraining ? closing : []),
  });
  return { fetch: site.fetch, listener };
}

/** Every screen's address as the route table writes it, « /sessions/:sessionId ». */
function pagePatterns(routes: ServerBuild["routes"]): string[] {
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return "";
    return patternOf(route.parentId) + (route.path ? `/${route.path}` : "");
  };
  return Object.keys(routes ?? {}).map((id) => patternOf(id) || "/");
}

/** What a form is answered whose turn did not come, drawn once for each of the few addresses. */
function busyPage(path: string): string {
  const known = busyPages.get(path);
  if (known) return known;
  const page = drawFailure(path, 503, null, {
    title: "Beaucoup de monde en ce moment",
    text: ERROR_MESSAGES.busy,
  });
  busyPages.set(path, page);
  return page;
}
const busyPages = new Map<string, string>();

/** Programs ask here, and are answered in JSON whatever happens. */
function isApi(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/webhooks/");
}

/** Browsers check a form's redirects too: the provider's hosted pages must be allowed by name. */
function hostedPages(runtime: Runtime): string[] {
  return runtime.config.stripe.simulated
    ? ["http:", "https:"]
    : ["https://checkout.stripe.com", "https://billing.stripe.com"];
}

if (import.meta.main) {
  const runtime = await openRuntime(process.env, "server");
  const drain = { isDraining: false };
  const server = createHttpServer(createSite(runtime, drain).listener);
  await startWork(runtime);
  server.listen(runtime.config.port, runtime.config.host);
  const stop = async () => {
    if (drain.isDraining) return;
    // Nobody stands in front of the demo.
    const notice = runtime.config.demo ? 0 : DRAIN_NOTICE;
    await drainServer(server, drain, { notice, patience: DRAIN_PATIENCE });
    await runtime.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}
