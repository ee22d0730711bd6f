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
import { type Newcomer, safeReturnPath } from "../rules.ts";
import { confirmInput, linkInput, type ProfessionalInfoInput } from "../schema.ts";
import { findAccount, insertAccount, lockAccount } from "../store.server.ts";

export interface ConfirmedSignUp {
  userId: string;
  /** The details that are still missing. */
  newcomer: Newcomer;
  /** Where they wanted to go when they registered. */
  next: string;
  /** The session whose heart made them register; null for none. */
  favorite: string | null;
  /** The value of the cookie from now on: a login is open. */
  login: string;
}

/** Keeps what a professional told of their business, in the transaction that makes their account. */
export type BusinessListener = (
  tx: Transaction,
  userId: string,
  business: ProfessionalInfoInput,
) => Promise<void>;

/**
 * Confirms a sign-up: the link proves the mailbox, the password that its reader is the one who
 * registered (rule: mailbox-proof). Each link stands for its own sign-up alone: details that
 * somebody else typed with the same address are never used (rule: unproved-sign-up).
 *
 * @param input `{ token, password }`
 * @throws AppError `invalid_token`, `invalid_credentials`, `rate_limited` (as a login).
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

/**
 * Makes the account that a sign-up asked for, or gives it the guest account made under the same
 * address meanwhile (rules: guest-account, unproved-sign-up). The caller has followed this
 * sign-up's own link.
 *
 * @returns the user's id.
 */
async function completeSignUp(tx: Transaction, email: string, signUp: SignUp): Promise<string> {
  const { signUpId, passwordHash, firstName, lastName, phone, isClient, isPro } = signUp;
  const person = { firstName, lastName, phone, isClient, isPro };
  const made = await insertAccount(tx, { userId: signUpId, email, ...person, confirmed: true });
  const userId = made ? signUpId : ((await lockAccount(tx, email))?.userId ?? signUpId);
  if (!made) await updateProfileRow(tx, userId, { ...person, phone: phone ?? undefined });
  await setOwnPassword(tx, { userId, email }, passwordHash);
  return userId;
}

/**
 * Finds the sign-up behind a confirmation link, changing nothing, because mail scanners open links
 * too.
 *
 * @returns `signedUpAt` tells several sign-ups of one address apart; null when it was not kept.
 * Null altogether when the link is unknown, used, expired, or the address is confirmed already.
 */
export async function readSignUp(
  ctx: Context,
  input: unknown,
): Promise<{ email: string; signedUpAt: Date | null } | null> {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) return null;
  const account = await findAccount(ctx.db, link.email);
  if (account?.confirmed) return null;
  const { signedUpAt } = link.content;
  return { email: link.email, signedUpAt: signedUpAt ? new Date(signedUpAt) : null };
}

/**
 * « Ce n'est pas moi » (rule: mailbox-proof): deletes the sign-up behind a link, its password with
 * it. A sign-up that the mailbox's owner made with another password stays.
 *
 * @throws AppError `invalid_token`
 */
export async function refuseSignUp(ctx: Context, input: unknown): Promise<void> {
  const { token } = parseInput(linkInput, input);
  const link = await findSignUp(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  await deleteSignUp(ctx.db, link.email, link.content.signUpId);
}
