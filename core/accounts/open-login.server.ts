import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { authOf } from "./configure-auth.server.ts";
import { confirmMailbox, deleteLogin, lockPassword, noteUse } from "./store.server.ts";

/**
 * Opens a login for somebody whose password was just proved. Always a new one: a cookie planted
 * beforehand is worth nothing.
 *
 * @param account.passwordHash the hash that the typed password was compared with: a reset that came
 * in between closes every login, this one too.
 * @returns `Set-Cookie` values.
 * @throws AppError `invalid_credentials` when the password has just been changed.
 */
export async function openLogin(
  ctx: Context,
  account: { userId: string; passwordHash: string; confirmed: boolean },
): Promise<string[]> {
  const auth = await authOf(ctx);
  const { headers, response } = await auth.api.openLogin({
    body: { userId: account.userId, userAgent: ctx.userAgent, now: ctx.now() },
    returnHeaders: true,
  });
  const kept = await ctx.db.transaction(async (tx) => {
    const unchanged = await lockPassword(tx, account.userId, account.passwordHash);
    if (!unchanged) await deleteLogin(tx, response.loginId);
    // A temporary password is sent to the mailbox alone, so its holder owns the mailbox (rule:
    // guest-account).
    else if (!account.confirmed) await confirmMailbox(tx, account.userId);
    if (unchanged) await noteUse(tx, account.userId, ctx.now());
    return unchanged;
  });
  if (!kept) throw new AppError("invalid_credentials");
  return headers.getSetCookie();
}
