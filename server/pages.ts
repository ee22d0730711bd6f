import * as pages from "virtual:react-router/server-build";
import type { Context as HonoContext } from "hono";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { answerError } from "#api/errors.ts";
import { pageContext, requestContext } from "#app/context.server.ts";
import { drawAway, drawFailure } from "#app/failures/failure-page.server.tsx";
import { createMatcher } from "#app/page-table.server.ts";
import { withHeads } from "#app/parts/seo/head.server.ts";
import type { AnnouncementBoard } from "#core/announcements/make-announcement.server.ts";
import type { Missed } from "#core/search/missed/rules.ts";
import type { Config } from "#platform/config.server.ts";
import { createAddressReader } from "#platform/http/client-address.server.ts";
import {
  isReadOrForm,
  withoutNeedlessSlashes,
  withProtocol,
} from "#platform/http/page-requests.server.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { isApi, type SiteEnv } from "./env.ts";

// The virtual module's type says `undefined` where ServerBuild says optional.
const build = pages as ServerBuild;

/** Serves the manifest before logins are renewed, since it is cached for a year. */
export function serveManifest() {
  const render = createRequestHandler(build, import.meta.env.MODE);
  return new Hono<SiteEnv>().get("/__manifest", (c) =>
    render(c.req.raw, new RouterContextProvider()),
  );
}

export function servePages({ trustedProxies, appUrl }: Config, board: AnnouncementBoard) {
  const readAddress = createAddressReader(trustedProxies);
  const renderPage = createRequestHandler(withHeads(build, appUrl), import.meta.env.MODE);
  return new Hono<SiteEnv>()
    .get("*", (c, next) => {
      const path = withoutNeedlessSlashes(c.req.url);
      return path ? Promise.resolve(c.redirect(path, 301)) : next();
    })
    .all("*", async (c) => {
      if (!isReadOrForm(c.req.raw)) throw new HTTPException(415);
      const ctx = c.get("ctx");
      const context = new RouterContextProvider();
      context.set(requestContext, ctx);
      const isDocument = !c.req.path.endsWith(".data");
      const page = {
        nonce: c.get("secureHeadersNonce") ?? "",
        requestId: ctx.requestId,
        isDocument,
        announcement: await board.read(),
        isWhole: true,
        isDatabaseAway: false,
        missed: null as Missed | null,
      };
      context.set(pageContext, page);
      const { incoming } = c.env;
      const { raw } = c.req;
      const request = incoming ? withProtocol(raw, readAddress(incoming).protocol) : raw;
      const isForm = page.isDocument && request.method === "POST";
      const sent = isForm && !takesPassword(c.req.path) ? request.clone() : null;
      const answer = await renderPage(request, context);
      if (page.missed) c.set("missed", page.missed);
      if (!page.isWhole) answer.headers.set("Cache-Control", "private, no-store");
      // Asks the visitor to try again, since the failure is not the page's own.
      const { status, body, headers } = answer;
      if (page.isDatabaseAway && [200, 500, 503].includes(status)) {
        if (sent) return keepSent(c, sent);
        return new Response(body, { status: 503, headers });
      }
      return answer;
    });
}

const takesPassword = createMatcher((page) => page.takesPassword);

/** Returns typed text to a browser without JavaScript, which has no page to keep. */
async function keepSent(c: HonoContext<SiteEnv>, sent: Request): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  const html = drawAway(pathname + search, c.get("ctx").requestId, await sent.formData());
  return c.html(html, 503, { "Cache-Control": "no-store" });
}

export function answerFailure(error: Error, c: HonoContext<SiteEnv>) {
  if (isApi(c.req.path)) return answerError(error, c);
  if (error instanceof HTTPException) {
    return c.text(error.message || "Cette demande n'est pas acceptée.", error.status);
  }
  // Uses no layout, since the database may be away.
  const { log, requestId } = c.get("ctx");
  log.error({ err: error }, "unexpected error before any page");
  const { raw, path } = c.req;
  const { pathname, search } = new URL(c.req.url);
  const status = whyUnreachable(error) === null ? 500 : 503;
  const isForm = raw.method === "POST" && isReadOrForm(raw) && !raw.bodyUsed;
  if (status === 503 && isForm && !path.endsWith(".data") && !takesPassword(path)) {
    return keepSent(c, raw);
  }
  return c.html(drawFailure(pathname + search, status, requestId), status);
}
