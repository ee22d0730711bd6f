import { newSecret } from "#platform/ids.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { confirmMailbox, lockPassword, noteUse } from "../store.server.ts";
import { signLogin } from "./sign-login.server.ts";
import { insertLogin } from "./store.server.ts";

/**
 * Opens a login for somebody whose password was just proved. Always a new one: a cookie planted
 * beforehand is worth nothing.
 *
 * @param account.passwordHash the hash that the typed password was compared with: a reset that came
 * in between closes every login, this one too.
 * @returns what the browser shows from now on: the login's token, signed.
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
    // A temporary password is sent to the mailbox alone, so its holder owns the mailbox (rule:
    // guest-account).
    if (!confirmed) await confirmMailbox(tx, userId);
    await insertLogin(tx, { userId, token, userAgent: ctx.userAgent }, now);
    await noteUse(tx, userId, now);
  });
  return signLogin(ctx, token);
}
