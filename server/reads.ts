import { createMiddleware } from "hono/factory";
import { serialize } from "hono/utils/cookie";
import { sharedAddress } from "#app/public-pages/shared-pages.server.ts";
import { isHttps, WROTE_COOKIE } from "#site/cookies.ts";
import { isApi, type SiteEnv } from "./env.ts";

/** Seconds on the primary after a write (rule: two-seconds). */
const OWN_WRITE_SECONDS = 2;

/** Sends GETs to the replica, except after a write or with a token: programs keep no cookies. */
export const chooseReads = createMiddleware<SiteEnv>(async (c, next) => {
  const ctx = c.get("ctx");
  const isQuestion = c.req.method === "GET" || c.req.method === "HEAD";
  if (isQuestion) {
    const hasWritten =
      c.req.header("authorization") !== undefined || c.req.header("cookie")?.includes(WROTE_COOKIE);
    const { recent, fresh } = ctx.readers;
    c.set("ctx", { ...ctx, reads: hasWritten ? fresh : recent });
  }
  await next();
  // Personal pages may write too, such as payment results and mailed links.
  const writes = !isQuestion || !(isApi(c.req.path) || sharedAddress(c.req.path) !== null);
  if (!writes || !ctx.config.replicaUrl) return;
  const cookie = serialize(WROTE_COOKIE, "1", {
    ...{ path: "/", httpOnly: true, sameSite: "Lax", secure: isHttps(ctx.config) },
    maxAge: OWN_WRITE_SECONDS,
  });
  c.header("Set-Cookie", cookie, { append: true });
});
