import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { hashPassword, verifyPassword } from "./hash-password.server.ts";
import { openLogin } from "./open-login.server.ts";
import type { Newcomer } from "./rules.ts";
import { changePasswordInput } from "./schema.ts";
import { findAccount, findNewcomer, lockAccount, setOwnPassword } from "./store.server.ts";

/**
 * Replaces a temporary password by one of the owner's choice (R27). Every login ends; the browser
 * that asked gets a new one.
 *
 * @param input `{ password, confirmPassword? }`
 * @returns `setCookie`: `Set-Cookie` values of the new login. `newcomer`: what is still to be told.
 * @throws AppError `unauthenticated`, `forbidden` (the password is not a temporary one),
 * `invalid_input`, `busy`.
 */
export async function changePassword(
  ctx: Context,
  input: unknown,
): Promise<{ newcomer: Newcomer; setCookie: string[] }> {
  const { actor } = ctx;
  if (!actor) throw new AppError("unauthenticated");
  if (!actor.mustChangePassword) throw new AppError("forbidden");
  const { password } = parseInput(changePasswordInput, input);
  // Passwords wait for their turn, and no transaction waits with them.
  const known = (await findAccount(ctx.db, actor.email))?.passwordHash ?? null;
  if (known && (await verifyPassword(ctx, { hash: known, password }))) {
    const message = "Choisissez un mot de passe différent du mot de passe temporaire";
    throw new AppError("invalid_input", { fields: { password: [message] } });
  }
  const passwordHash = await hashPassword(ctx, password);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, actor.email);
    const isTemporary = account?.temporaryUntil && account.temporaryUntil > ctx.now();
    if (!isTemporary || account.passwordHash !== known) throw new AppError("forbidden");
    await setOwnPassword(tx, account, passwordHash);
  });
  const { userId } = actor;
  const setCookie = await openLogin(ctx, { userId, passwordHash, confirmed: true });
  return { newcomer: await findNewcomer(ctx.db, userId), setCookie };
}
