import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { openLogin } from "./open-login.server.ts";
import type { Newcomer } from "./rules.ts";
import { changePasswordInput } from "./schema.ts";
import { findNewcomer, lockAccount, setOwnPassword } from "./store.server.ts";

/**
 * Replaces a temporary password by one of the owner's choice (R27). Every login ends; the browser
 * that asked gets a new one.
 *
 * @param input `{ password, confirmPassword? }`
 * @returns `setCookie`: `Set-Cookie` values of the new login. `newcomer`: what is still to be told.
 * @throws AppError `unauthenticated`, `forbidden` (the password is not a temporary one),
 * `invalid_input`.
 */
export async function changePassword(
  ctx: Context,
  input: unknown,
): Promise<{ newcomer: Newcomer; setCookie: string[] }> {
  const { actor } = ctx;
  if (!actor) throw new AppError("unauthenticated");
  if (!actor.mustChangePassword) throw new AppError("forbidden");
  const { password } = parseInput(changePasswordInput, input);
  const passwordHash = await hashPassword(password);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, actor.email);
    if (!account?.temporaryUntil || account.temporaryUntil <= ctx.now()) {
      throw new AppError("forbidden");
    }
    if (account.passwordHash && (await verifyPassword({ hash: account.passwordHash, password }))) {
      const message = "Choisissez un mot de passe différent du mot de passe temporaire";
      throw new AppError("invalid_input", { fields: { password: [message] } });
    }
    await setOwnPassword(tx, account, passwordHash);
  });
  const { userId } = actor;
  const setCookie = await openLogin(ctx, { userId, passwordHash, confirmed: true });
  return { newcomer: await findNewcomer(ctx.db, userId), setCookie };
}
