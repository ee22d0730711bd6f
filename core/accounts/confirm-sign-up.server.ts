import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { completeSignUp } from "./complete-sign-up.server.ts";
import { openLogin } from "./open-login.server.ts";
import { countAttempt } from "./prove-password.server.ts";
import { type Newcomer, safeReturnPath } from "./rules.ts";
import { confirmInput, type ProfessionalInfoInput } from "./schema.ts";
import { deleteSignUps, findNewcomer, findSignUp, lockAccount, signUpsOf } from "./store.server.ts";

export interface ConfirmedSignUp {
  userId: string;
  /** What is still to be told. */
  newcomer: Newcomer;
  /** Where they wanted to go when they registered. */
  next: string;
  /** The session whose heart made them register; null for none. */
  favorite: string | null;
  /** A login is open (S1§7). */
  setCookie: string[];
}

/** Keeps what a professional told of their business, in the transaction that makes their account. */
export type BusinessListener = (
  tx: Transaction,
  userId: string,
  business: ProfessionalInfoInput,
) => Promise<void>;

/**
 * The link proves the mailbox, the password that its reader is who registered (R25). Each link stands
 * for its own sign-up and no other: what somebody else has typed with the same address is never taken.
 *
 * @param input `{ token, password }`
 * @throws AppError `invalid_token`, `invalid_credentials`, `rate_limited` (as a login, R24).
 */
export async function confirmSignUp(
  ctx: Context,
  input: unknown,
  keepBusiness: BusinessListener,
): Promise<ConfirmedSignUp> {
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
    const completedId = await completeSignUp(tx, email, signUp);
    const { isPro, professionalInfo } = signUp;
    if (isPro && professionalInfo) await keepBusiness(tx, completedId, professionalInfo);
    return completedId;
  });
  const setCookie = await openLogin(ctx, { userId, passwordHash, confirmed: true });
  const next = safeReturnPath(signUp.next);
  const favorite = signUp.favorite ?? null;
  return { userId, newcomer: await findNewcomer(ctx.db, userId), next, favorite, setCookie };
}

async function isOneOfSeveral(ctx: Context, email: string): Promise<boolean> {
  return (await signUpsOf(ctx.db, email, ctx.now(), { limit: 2 })).length > 1;
}
