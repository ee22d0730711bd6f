import { serialize } from "hono/utils/cookie";
import type { Context } from "#core/context.server.ts";
import { LONGEST } from "#core/operators/rules.ts";
import { isHttps } from "#site/cookies.ts";
import { readCookie } from "./cookies.server.ts";

const NAME = "parenthese.operateur";
const nameOf = ({ config }: Context) => (isHttps(config) ? `__Host-${NAME}` : NAME);

/** The operators' own cookie, which no login of the public site is (rule: operators-apart). */
export function readOperatorLogin(request: Request, ctx: Context): string | null {
  return readCookie(request, nameOf(ctx)) || null;
}

/**
 * The headers that keep an operator's login out of reach of scripts and of other sites' links, or put
 * it away.
 *
 * @param token null puts the cookie away.
 */
export function operatorLoginHeaders(ctx: Context, token: string | null): Headers {
  const value = serialize(nameOf(ctx), token ?? "", {
    ...{ path: "/", httpOnly: true, sameSite: "Strict", secure: isHttps(ctx.config) },
    maxAge: token === null ? 0 : LONGEST / 1_000,
  });
  return new Headers({ "Set-Cookie": value });
}
