import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Actor, Runtime } from "../../context.server.ts";
import { LOGIN_RENEWAL_SECONDS, LOGIN_SECONDS } from "../rules.ts";
import { noteUse } from "../store.server.ts";
import { readLoginToken } from "./sign-login.server.ts";
import { actorOfLogin, actorOfToken, basicActorOfLogin, renewLogin } from "./store.server.ts";

export interface Proof {
  login: string | null;
  authorization: string | null;
}

/** RFC 6750. */
export function bearerOf({ authorization }: Proof): string | null {
  return authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}

/**
 * A bearer token wins; the suspended, the deleted and dead temporary passwords are visitors.
 * Without a readable profile a plain client acts, so that every page can be shown.
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
