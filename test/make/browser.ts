import { resolveActor } from "#core/accounts/logins/log-in.server.ts";
import type { Context } from "#core/context.server.ts";
import { writeLogin } from "#site/login-cookie.server.ts";

/** The `Cookie` header that a browser sends back after these `Set-Cookie` values. */
export function cookieOf(setCookie: string[]): string {
  return setCookie.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The `Cookie` header of a browser that was given this login. */
export function cookieWith({ config }: Context, login: string | null): string {
  return cookieOf([writeLogin(login, config, 60)]);
}

/** The context of that browser's next request. */
export async function withLogin(ctx: Context, login: string | null): Promise<Context> {
  const { actor } = await resolveActor(ctx, { login, authorization: null });
  return { ...ctx, actor };
}
