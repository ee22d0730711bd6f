import type { Context } from "../../context.server.ts";
import { findNewcomer } from "../profile/store.server.ts";
import { provePassword } from "../prove-password.server.ts";
import type { Newcomer } from "../rules.ts";
import { openLogin } from "./open-login.server.ts";

/**
 * Signs a browser in.
 *
 * @param input `{ email, password }`
 * @returns `login`: what the browser shows from now on. `mustChangePassword`: the password was a temporary
 * one, only its change is allowed (rule: guest-account). `newcomer`: the details that are still
 * missing, see `pathAfterLogin`.
 * @throws AppError as {@link provePassword}, which counts the failed ones (rule: login-limits).
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
