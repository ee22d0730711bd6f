import { resolveActor } from "#core/accounts/resolve-actor.server.ts";
import type { Context } from "#core/context.server.ts";

/** The `Cookie` header that a browser sends back after these `Set-Cookie` values. */
export function cookieOf(setCookie: string[]): string {
  return setCookie.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** The context of that browser's next request. */
export async function withLogin(ctx: Context, setCookie: string[]): Promise<Context> {
  const { actor } = await resolveActor(ctx, { cookie: cookieOf(setCookie), authorization: null });
  return { ...ctx, actor };
}
