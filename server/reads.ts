import { createMiddleware } from "hono/factory";
import { serialize } from "hono/utils/cookie";
import { sharedAddress } from "#app/public-pages/shared-pages.server.ts";
import { isHttps, WROTE_COOKIE } from "#site/cookies.ts";
import { isApi, type SiteEnv } from "./env.ts";

/** Seconds for which somebody who has written reads from the primary (rule: two-seconds). */
const OWN_WRITE_SECONDS = 2;

/**
 * Chooses where a request reads. Only questions may be answered from the replica, and none of somebody
 * who has just written something: their cookie says so, a guest's as well. A program with a token
 * keeps no cookies, so it always reads from the primary.
 */
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
  // Pages that are not everybody's may write too: the result of a payment, a link in a mail.
  const writes = !isQuestion || !(isApi(c.req.path) || sharedAddress(c.req.path) !== null);
  if (!writes || !ctx.config.replicaUrl) return;
  const cookie = serialize(WROTE_COOKIE, "1", {
    ...{ path: "/", httpOnly: true, sameSite: "Lax", secure: isHttps(ctx.config) },
    maxAge: OWN_WRITE_SECONDS,
  });
  c.header("Set-Cookie", cookie, { append: true });
});
