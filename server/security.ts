import { deleteCookie, getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { NONCE, secureHeaders } from "hono/secure-headers";
import { sharedAddress } from "#app/public-pages/shared-pages.server.ts";
import { logOut, resolveActor } from "#core/accounts/logins/log-in.server.ts";
import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import type { Runtime } from "#core/context.server.ts";
import { AppError } from "#core/errors.ts";
import { isCrossSiteWrite } from "#platform/http/same-origin.server.ts";
import { isHttps, LEFT_COOKIE, LOGIN_COOKIE } from "#site/cookies.ts";
import { readLogin, writeLogin } from "#site/login-cookie.server.ts";
import { isApi, type SiteEnv } from "./env.ts";

export const nothingSniffed = createMiddleware<SiteEnv>(async (c, next) => {
  await next();
  c.res.headers.set("X-Content-Type-Options", "nosniff");
});

export function protectPages({ config }: Runtime) {
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", NONCE],
      styleSrc: ["'self'", NONCE],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: import.meta.env.PROD ? ["'self'"] : ["'self'", "ws:"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      frameSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'", ...hostedPages(config.stripe.simulated)],
    },
    // For browsers without frame-ancestors.
    xFrameOptions: "DENY",
    crossOriginEmbedderPolicy: false,
    referrerPolicy: "strict-origin-when-cross-origin",
    strictTransportSecurity: isHttps(config) ? "max-age=31536000; includeSubDomains" : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: ["self"], payment: [] },
  });
  return createMiddleware<SiteEnv>(async (c, next) => {
    // Keeps the stricter policy of a page whose address is a secret.
    let own: string | null = null;
    await secure(c, async () => {
      await next();
      own = c.res.headers.get("referrer-policy");
    });
    if (own) c.res.headers.set("Referrer-Policy", own);
  });
}

/** Browsers check a form's redirects too, so hosted pages must be listed. */
function hostedPages(isSimulated: boolean): string[] {
  return isSimulated
    ? ["http:", "https:"]
    : ["https://checkout.stripe.com", "https://billing.stripe.com"];
}

/** Rejects cross-site writes and keeps personal answers out of shared caches. */
export const knowCaller = createMiddleware<SiteEnv>(async (c, next) => {
  const bearer = c.req.header("authorization")?.match(/^Bearer (.+)$/i)?.[1];
  // Over the API only a login can be abused; a guest's proof opens nothing.
  const hasLogin = c.req.header("cookie")?.includes(LOGIN_COOKIE) ?? false;
  const guarded = bearer === undefined && (hasLogin || !isApi(c.req.path));
  if (guarded && isCrossSiteWrite(c.req.raw)) {
    const message = "Cette demande ne vient pas de notre site.";
    if (isApi(c.req.path)) throw new AppError("forbidden", { message });
    return c.text(message, 403);
  }
  const ctx = c.get("ctx");
  const proof = {
    login: readLogin(c.req.header("cookie"), ctx.config),
    authorization: c.req.header("authorization") ?? null,
  };
  // Completes a logout made while the server was away.
  const hasLeft = getCookie(c, LEFT_COOKIE) !== undefined;
  if (hasLeft) await logOut(ctx, proof);
  const { actor, isRenewed } = hasLeft
    ? { actor: null, isRenewed: false }
    : await resolveActor(ctx, proof);
  c.set("ctx", { ...ctx, actor });
  await next();
  if (hasLeft) deleteCookie(c, LEFT_COOKIE, { path: "/" });
  const personal = c.req.header("cookie") ?? c.req.header("authorization");
  const { pathname, search } = new URL(c.req.url);
  // Token links, payment results and places around a position are personal without a cookie.
  const isSomebodys =
    personal ||
    new URLSearchParams(search).has("near") ||
    (!isApi(pathname) && sharedAddress(pathname + search) === null);
  if ((isSomebodys || c.res.headers.has("set-cookie")) && !c.res.headers.has("cache-control")) {
    c.header("Cache-Control", "private, no-store");
  }
  // A renewal must not undo a login just opened or closed.
  if (c.res.headers.getSetCookie().some((value) => value.includes(LOGIN_COOKIE))) return;
  if (!hasLeft && !isRenewed) return;
  const value = writeLogin(hasLeft ? null : proof.login, ctx.config, LOGIN_SECONDS);
  c.header("Set-Cookie", value, { append: true });
});
