import { logOut } from "#core/accounts/logins/log-in.server.ts";
import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import type { Context } from "#core/context.server.ts";
import { readLogin, writeLogin } from "#site/login-cookie.server.ts";

export function loginHeaders({ config }: Context, login: string | null): Headers {
  const headers = new Headers();
  if (login) headers.append("Set-Cookie", writeLogin(login, config, LOGIN_SECONDS));
  return headers;
}

export async function endLogin(ctx: Context, request: Request): Promise<Headers> {
  const login = readLogin(request.headers.get("cookie"), ctx.config);
  await logOut(ctx, { login, authorization: null });
  return new Headers({ "Set-Cookie": writeLogin(null, ctx.config, 0) });
}
