import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { countAttempt } from "../limit-logins.server.ts";
import {
  deleteSignUp,
  deleteSignUps,
  findSignUp,
  type SignUp,
  signUpsOf,
} from "../links/store.server.ts";
import { openLogin } from "../logins/log-in.server.ts";
import { setOwnPassword } from "../passwords/store.server.ts";
import { findNewcomer, updateProfileRow } from "../profile/store.server.ts";
import { safeReturnPath } from "../return-paths/rules.ts";
import { confirmInput, linkInput, type ProfessionalInfoInput } from "../schema.ts";
import { findAccount, insertAccount, lockAccount } from "../store.server.ts";

/** Runs in the transaction that makes the account. */
export type BusinessListener = (
  tx: Transaction,
  userId: string,
  business: ProfessionalInfoInput,
) => Promise<void>;

/**
 * Link and password prove who registered (rules: mailbox-proof, unproved-sign-up).
 * @throws AppError `invalid_token` for a dead link, `invalid_credentials`, `rate_limited` as a
 * login.
 */
export async function confirmSignUp(ctx: Context, input: unknown, keepBusiness: BusinessListener) {
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
    // The second of two confirmations at once finds nothing left to confirm.
    const waiting = await deleteSignUps(tx, email);
    if (waiting === 0 || account?.confirmed) throw new AppError("invalid_token");
    const completedId = await completeSignUp(tx, email, signUp);
    const { isPro, professionalInfo } = signUp;
    if (isPro && professionalInfo) await keepBusiness(tx, completedId, professionalInfo);
    return completedId;
  });
  const login = await openLogin(ctx, { userId, passwordHash, confirmed: true });
  const next = safeReturnPath(signUp.next);
  const favorite = signUp.favorite ?? null;
  return { userId, newcomer: await findNewcomer(ctx.db, userId), next, favorite, login };
}

async function isOneOfSeveral(ctx: Context, email: string): Promise<boolean> {
  return (await signUpsOf(ctx.db, email, ctx.now(), { limit: 2 })).length > 1;
}

/** Takes over a guest account made meanwhile (rule: guest-account). Answers the user's id. */
async function completeSignUp(tx: Transaction, email: string, signUp: SignUp): Promise<string> {
  const { signUpId, passwordHash, firstName, lastName, phone, isClient, isPro } = signUp;
  const person = { firstName, lastName, phone, isClient, isPro };
  const made = await insertAccount(tx, { id: signUpId, email, ...person, confirmed: true });
  const userId = made ? signUpId : ((await lockAccount(tx, email))?.userId ?? signUpId);
  if (!made) await updateProfileRow(tx, userId, { ...person, phone: phone ?? undefined });
  await setOwnPassword(tx, { userId, email }, passwordHash);
  return userId;
}

/** Changes nothing, because mail scanners open links too; null once the link is worth nothing. */
export async function readSignUp(ctx: Context, input: unknown) {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) return null;
  const account = await findAccount(ctx.db, link.email);
  if (account?.confirmed) return null;
  const { signedUpAt } = link.content;
  return { email: link.email, signedUpAt: signedUpAt ? new Date(signedUpAt) : null };
}

/** Deletes this link's sign-up alone. @throws AppError `invalid_token` when the link is dead. */
export async function refuseSignUp(ctx: Context, input: unknown): Promise<void> {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  await deleteSignUp(ctx.db, link.email, link.content.signUpId);
}
