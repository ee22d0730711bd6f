import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { completeSignUp } from "./complete-sign-up.server.ts";
import { openLogin } from "./open-login.server.ts";
import { countAttempt } from "./prove-password.server.ts";
import { type Newcomer, safeReturnPath } from "./rules.ts";
import { confirmInput } from "./schema.ts";
import { deleteSignUps, findNewcomer, findSignUp, lockAccount, signUpsOf } from "./store.server.ts";

/**
 * The link proves the mailbox, the password that its reader is who registered (R25). Each link stands
 * for its own sign-up and no other: what somebody else has typed with the same address is never taken.
 *
 * @param input `{ token, password }`
 * @returns `setCookie`: a login is open (S1§7). `newcomer`: what is still to be told. `next`: where
 * they wanted to go when they registered. `favorite`: the session whose heart made them; null for none.
 * @throws AppError `invalid_token`, `invalid_credentials`, `rate_limited` (as a login, R24).
 */
export async function confirmEmail(
  ctx: Context,
  input: unknown,
): Promise<{
  userId: string;
  newcomer: Newcomer;
  next: string;
  favorite: string | null;
  setCookie: string[];
}> {
  const { token, password } = parseInput(confirmInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  const { email, content: signUp } = link;
  const { passwordHash } = signUp;
  const attempt = await countAttempt(ctx, email);
  if (!(await attempt.isPassword(passwordHash, password))) {
    throw new AppError("invalid_credentials", {
      message: (await isOneOfSeveral(ctx, email))
        ? "Ce mot de passe n'est pas celui choisi à cette inscription. Une autre inscription attend avec votre adresse : ouvrez le lien de l'autre e-mail."
        : "Ce mot de passe n'est pas celui choisi à l'inscription.",
    });
  }
  await attempt.forgive();
  const userId = await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, email);
    // Of two confirmations at once the second finds nothing left to confirm.
    const waiting = await deleteSignUps(tx, email);
    if (waiting === 0 || account?.confirmed) throw new AppError("invalid_token");
    return completeSignUp(ctx, tx, email, signUp);
  });
  const setCookie = await openLogin(ctx, { userId, passwordHash, confirmed: true });
  const next = safeReturnPath(signUp.next);
  const favorite = signUp.favorite ?? null;
  return { userId, newcomer: await findNewcomer(ctx.db, userId), next, favorite, setCookie };
}

async function isOneOfSeveral(ctx: Context, email: string): Promise<boolean> {
  return (await signUpsOf(ctx.db, email, ctx.now(), { limit: 2 })).length > 1;
}
