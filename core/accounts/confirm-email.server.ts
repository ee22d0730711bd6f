import { verifyPassword } from "better-auth/crypto";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { completeSignUp } from "./complete-sign-up.server.ts";
import { openLogin } from "./open-login.server.ts";
import { countAttempt } from "./prove-password.server.ts";
import { SIGN_UPS_COMPARED } from "./rules.ts";
import { confirmInput } from "./schema.ts";
import { deleteSignUps, findSignUp, lockAccount, type SignUp, signUpsOf } from "./store.server.ts";

/**
 * The link proves the mailbox, the password says whose sign-up it is: the owner of the mailbox who
 * registered is let in by any of the links, somebody who registered another's address by none (R25).
 *
 * @param input `{ token, password }`
 * @returns `setCookie`: a login is open (S1§7).
 * @throws AppError `invalid_token`, `invalid_credentials`, `rate_limited` (as a login, R24).
 */
export async function confirmEmail(
  ctx: Context,
  input: unknown,
): Promise<{ userId: string; setCookie: string[] }> {
  const { token, password } = parseInput(confirmInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  const attempt = await countAttempt(ctx, link.email);
  const signUp = await findBy(ctx, link.email, password);
  if (!signUp) {
    throw new AppError("invalid_credentials", {
      message: "Ce mot de passe n'est pas celui choisi à l'inscription.",
    });
  }
  await attempt.forgive();
  const userId = await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, link.email);
    // Of two confirmations at once the second finds nothing left to confirm.
    const waiting = await deleteSignUps(tx, link.email);
    if (waiting === 0 || account?.confirmed) throw new AppError("invalid_token");
    return completeSignUp(ctx, tx, link.email, signUp, signUp.passwordHash);
  });
  const { passwordHash } = signUp;
  return { userId, setCookie: await openLogin(ctx, { userId, passwordHash, confirmed: true }) };
}

async function findBy(ctx: Context, email: string, password: string): Promise<SignUp | null> {
  for (const signUp of await signUpsOf(ctx.db, email, ctx.now(), SIGN_UPS_COMPARED)) {
    if (await verifyPassword({ hash: signUp.passwordHash, password })) return signUp;
  }
  return null;
}
