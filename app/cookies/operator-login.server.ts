import { serialize } from "hono/utils/cookie";
import type { Context } from "#core/context.server.ts";
import { OPERATOR_LOGIN_LIFE } from "#core/operators/rules.ts";
import { isHttps } from "#site/cookies.ts";
import { readCookie } from "./cookies.server.ts";

const NAME = "parenthese.operateur";
const nameOf = ({ config }: Context) => (isHttps(config) ? `__Host-${NAME}` : NAME);

/** Never the public site's login (rule: operators-apart). */
export function readOperatorLogin(request: Request, ctx: Context): string | null {
  return readCookie(request, nameOf(ctx)) || null;
}

/** @param token null puts the cookie away. */
export function operatorLoginHeaders(ctx: Context, token: string | null): Headers {
  const value = serialize(nameOf(ctx), token ?? "", {
    ...{ path: "/", httpOnly: true, sameSite: "Strict", secure: isHttps(ctx.config) },
    maxAge: token === null ? 0 : OPERATOR_LOGIN_LIFE / 1_000,
  });
  return new Headers({ "Set-Cookie": value });
}
