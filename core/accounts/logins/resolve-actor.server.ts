import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Actor, Runtime } from "../../context.server.ts";
import { LOGIN_RENEWAL_SECONDS, LOGIN_SECONDS } from "../rules.ts";
import { noteUse } from "../store.server.ts";
import { readLoginToken } from "./sign-login.server.ts";
import { actorOfLogin, actorOfToken, basicActorOfLogin, renewLogin } from "./store.server.ts";

/** The credentials of a request. */
export interface Proof {
  /** The value of the login cookie, as `openLogin` gave it. */
  login: string | null;
  /** The value of the header. */
  authorization: string | null;
}

/** The token of `Authorization: Bearer …` (RFC 6750). */
export function bearerOf({ authorization }: Proof): string | null {
  return authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}

/**
 * Finds the actor by one query, and by none for a visitor. A bearer token wins over the login.
 * Somebody suspended or deleted, or whose temporary password has died, counts as a visitor. When
 * the profile of a login cannot be read, a client with the name of the sign-up acts, so that every
 * page can be shown.
 *
 * @returns `isRenewed`: the login lives longer now, about once a day, and its cookie should too.
 */
export async function resolveActor(
  runtime: Runtime,
  proof: Proof,
): Promise<{ actor: Actor | null; isRenewed: boolean }> {
  const now = runtime.now();
  const bearer = bearerOf(proof);
  if (bearer)
    return { actor: await actorOfToken(runtime.readers.fresh, bearer, now), isRenewed: false };
  const token = proof.login && (await readLoginToken(runtime, proof.login));
  const found = token ? await readActor(runtime, token, now) : null;
  if (!token || !found) return { actor: null, isRenewed: false };

  const { expiresAt, ...actor } = found;
  const age = LOGIN_SECONDS - (expiresAt.getTime() - now.getTime()) / 1000;
  if (age < LOGIN_RENEWAL_SECONDS) return { actor, isRenewed: false };
  try {
    await noteUse(runtime.db, actor.userId, now);
    return { actor, isRenewed: await renewLogin(runtime.db, token, now) };
  } catch (error) {
    // Renewed on another request: pages are shown while nothing can be written.
    if (whyUnreachable(error) === null) throw error;
    runtime.log.warn({ err: error }, "a login could not be renewed");
    return { actor, isRenewed: false };
  }
}

async function readActor(runtime: Runtime, token: string, now: Date) {
  return actorOfLogin(runtime.readers.fresh, token, now).catch(async (error: unknown) => {
    const basic = await basicActorOfLogin(runtime.readers.fresh, token, now).catch(() => {
      throw error;
    });
    runtime.log.error({ err: error }, "a profile could not be read: a basic user acts");
    return basic;
  });
}
