import { newSecret } from "#platform/ids.server.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Context, Runtime } from "../../context.server.ts";
import { DAY, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { findNewcomer } from "../profile/store.server.ts";
import { provePassword } from "../prove-password.server.ts";
import { LOGIN_SECONDS } from "../rules.ts";
import { confirmMailbox, lockPassword, noteUse } from "../store.server.ts";
import { revokeFamilyOf } from "../tokens/store.server.ts";
import { readLoginToken, signLogin } from "./sign-login.server.ts";
import {
  actorOfLogin,
  actorOfToken,
  basicActorOfLogin,
  deleteLogin,
  insertLogin,
  renewLogin,
} from "./store.server.ts";

export interface Proof {
  login: string | null;
  authorization: string | null;
}

/** RFC 6750. */
function bearerOf({ authorization }: Proof): string | null {
  return authorization?.match(/^Bearer +(\S+)$/i)?.[1] ?? null;
}

/**
 * A bearer token wins; the suspended, the deleted and dead temporary passwords are visitors.
 * Without a readable profile a plain client acts, so that every page can be shown.
 */
export async function resolveActor(runtime: Runtime, proof: Proof) {
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

/**
 * `mustChangePassword`: only its change is allowed (rule: guest-account).
 * @throws AppError as {@link provePassword}, which counts failures (rule: login-limits).
 */
export async function logIn(ctx: Context, input: unknown) {
  const account = await provePassword(ctx, input);
  const { userId } = account;
  const login = await openLogin(ctx, account);
  const newcomer = await findNewcomer(ctx.db, userId);
  return { userId, mustChangePassword: account.temporaryUntil !== null, newcomer, login };
}

/**
 * Always a new login: a cookie planted beforehand is worth nothing.
 * @throws AppError `invalid_credentials` when the password has just been changed.
 */
export async function openLogin(
  ctx: Context,
  account: { userId: string; passwordHash: string; confirmed: boolean },
): Promise<string> {
  const { userId, passwordHash, confirmed } = account;
  const token = newSecret();
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const unchanged = await lockPassword(tx, userId, passwordHash);
    if (!unchanged) throw new AppError("invalid_credentials");
    // A temporary password is sent to the mailbox alone (rule: guest-account).
    if (!confirmed) await confirmMailbox(tx, userId);
    await insertLogin(tx, { userId, token, userAgent: ctx.userAgent }, now);
    await noteUse(tx, userId, now);
  });
  return signLogin(ctx, token);
}

/** A failure is only logged, since the browser forgets the login all the same. */
export async function logOut(ctx: Context, proof: Proof): Promise<void> {
  const bearer = bearerOf(proof);
  if (bearer) await revokeFamilyOf(ctx.db, bearer, ctx.now());
  if (!proof.login) return;
  try {
    const token = await readLoginToken(ctx, proof.login);
    if (token) await deleteLogin(ctx.db, token);
  } catch (error) {
    ctx.log.error({ err: error }, "a login could not be closed");
  }
}

export const LOGIN_RENEWAL_SECONDS = DAY / SECOND;
