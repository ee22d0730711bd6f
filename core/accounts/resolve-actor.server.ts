import type { Actor, Runtime } from "../context.server.ts";
import { authOf } from "./configure-auth.server.ts";
import { LOGIN_COOKIE, LOGIN_RENEWAL_SECONDS, LOGIN_SECONDS } from "./rules.ts";
import { actorOfLogin, actorOfToken, basicActorOfLogin, noteUse } from "./store.server.ts";

/** The credentials of a request: the values of two headers. */
export interface Proof {
  cookie: string | null;
  authorization: string | null;
}

/** The token of `Authorization: Bearer …` (RFC 6750). */
export function bearerOf({ authorization }: Proof): string | null {
  return authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}

/**
 * Finds the actor by one query, and by none for a visitor. A bearer token wins over the cookie.
 * Somebody suspended or deleted, or whose temporary password has died, counts as a visitor. When
 * the profile of a login cannot be read, a client with the name of the sign-up acts, so that every
 * page can be shown.
 *
 * @returns `setCookie`: `Set-Cookie` values that renew the login, about once a day.
 */
export async function resolveActor(
  runtime: Runtime,
  proof: Proof,
): Promise<{ actor: Actor | null; setCookie: string[] }> {
  const bearer = bearerOf(proof);
  if (bearer)
    return { actor: await actorOfToken(runtime.db, bearer, runtime.now()), setCookie: [] };
  if (!proof.cookie?.includes(LOGIN_COOKIE)) return { actor: null, setCookie: [] };

  const auth = await authOf(runtime);
  const headers = new Headers({ cookie: proof.cookie });
  const token = await auth.api.readLoginToken({ headers });
  const now = runtime.now();
  const found = token ? await readActor(runtime, token, now) : null;
  if (!token || !found) return { actor: null, setCookie: [] };

  const { expiresAt, ...actor } = found;
  const age = LOGIN_SECONDS - (expiresAt.getTime() - now.getTime()) / 1000;
  if (age < LOGIN_RENEWAL_SECONDS) return { actor, setCookie: [] };
  await noteUse(runtime.db, actor.userId, now);
  const renewed = await auth.api.renewLogin({ headers, body: { token, now }, returnHeaders: true });
  return { actor, setCookie: renewed.headers.getSetCookie() };
}

async function readActor(runtime: Runtime, token: string, now: Date) {
  return actorOfLogin(runtime.db, token, now).catch(async (error: unknown) => {
    const basic = await basicActorOfLogin(runtime.db, token, now).catch(() => {
      throw error;
    });
    runtime.log.error({ err: error }, "a profile could not be read: a basic user acts");
    return basic;
  });
}
