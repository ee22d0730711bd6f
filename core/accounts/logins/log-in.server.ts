import { newSecret } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { findNewcomer } from "../profile/store.server.ts";
import { provePassword } from "../prove-password.server.ts";
import type { Newcomer } from "../rules.ts";
import { confirmMailbox, lockPassword, noteUse } from "../store.server.ts";
import { revokeFamilyOf } from "../tokens/store.server.ts";
import { bearerOf, type Proof } from "./resolve-actor.server.ts";
import { readLoginToken, signLogin } from "./sign-login.server.ts";
import { deleteLogin, insertLogin } from "./store.server.ts";

/**
 * `mustChangePassword`: only its change is allowed (rule: guest-account).
 * @throws AppError as {@link provePassword}, which counts failures (rule: login-limits).
 */
export async function logIn(
  ctx: Context,
  input: unknown,
): Promise<{
  userId: string;
  mustChangePassword: boolean;
  newcomer: Newcomer;
  login: string;
}> {
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
