import { hashSecret, newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { hashPassword, waitForTurn } from "../hash-password.server.ts";
import { limitByAddress, mayMail } from "../limit-logins.server.ts";
import { findSignUp, findWaitingSignUp, insertSignUp, type SignUp } from "../links/store.server.ts";
import { withSuite } from "../return-paths/rules.ts";
import { SIGN_UP_LIFE } from "../rules.ts";
import { resendInput, signUpInput } from "../schema.ts";
import { BARE_CLIENT, findAccount, insertAccount, lockAccount } from "../store.server.ts";

/** Answers whether a mail is sent; beyond the limit the sign-up is kept all the same. */
async function sendConfirmation(ctx: Context, email: string, signUp: SignUp): Promise<boolean> {
  const expiresAt = new Date(ctx.now().getTime() + SIGN_UP_LIFE);
  const isMailed = await mayMail(ctx, "confirm-email", email);
  await ctx.db.transaction(async (tx) => {
    const { id, token } = await insertSignUp(tx, email, signUp, expiresAt);
    if (!isMailed) return;
    await enqueueMail(ctx, tx, {
      kind: "confirm-email",
      reference: id,
      to: email,
      data: {},
      secrets: { token },
    });
  });
  return isMailed;
}

/**
 * Tells nothing; only its maker knows the sign-up's id (rules: same-answer, unproved-sign-up).
 * @throws AppError `rate_limited`, also when the mailbox has had enough mails.
 */
export async function resendConfirmation(ctx: Context, input: unknown): Promise<void> {
  const { email, signUpId } = parseInput(resendInput, input);
  await limitByAddress(ctx, "resend-confirmation");
  const signUp = await findWaitingSignUp(ctx.db, email, signUpId, ctx.now());
  if (!signUp || (await sendConfirmation(ctx, email, signUp))) return;
  throw new AppError("rate_limited", {
    message: "Plusieurs e-mails sont déjà partis vers cette adresse. Réessayez dans une heure.",
  });
}

export type ConfirmationMail =
  | { known: true; loginUrl: string; forgottenUrl: string }
  | { known: false; confirmUrl: string };

/** Only an address into which nobody can write words. */
const BOOKING_PAGE =
  /^\/(?:sessions?|activites)\/[0-9a-f-]{36}(?:\?creneau=[0-9a-f-]{36}(?:&seats=[1-6])?)?$/;

/** Contains nothing typed, since the mailbox may be a stranger's. Null when the link is dead. */
export async function readConfirmationMail(
  ctx: Context,
  { to, secrets }: QueuedMail<"confirm-email">,
): Promise<ConfirmationMail | null> {
  const { appUrl } = ctx.config;
  const account = await findAccount(ctx.db, to);
  const signUp = await findSignUp(ctx.db, secrets.token, ctx.now());
  if (account?.confirmed) {
    const next = signUp?.content.next ?? "";
    const way = (path: string) => appUrl + (BOOKING_PAGE.test(next) ? withSuite(path, next) : path);
    return {
      known: true,
      loginUrl: way(addresses.logIn),
      forgottenUrl: way(addresses.forgottenPassword),
    };
  }
  if (!signUp) return null;
  return { known: false, confirmUrl: `${appUrl}${addresses.confirmation}?jeton=${secrets.token}` };
}

/**
 * Nothing exists before the mailbox is proved; every address gets one answer (rules: mailbox-proof,
 * same-answer). `id` is the user's id once confirmed. `isMailed`: false beyond the mailbox's limit.
 * @throws AppError `rate_limited` by network address, `busy` while too many passwords wait.
 */
export async function signUp(ctx: Context, input: unknown) {
  const {
    email,
    password,
    confirmPassword: _,
    userType,
    ...person
  } = parseInput(signUpInput, input);
  await waitForTurn(ctx);
  await limitByAddress(ctx, "sign-up");
  const signUpId = newId();
  const passwordHash = await hashPassword(ctx, password);
  const isMailed = await sendConfirmation(ctx, email, {
    signUpId,
    passwordHash,
    ...rolesOf(userType),
    firstName: person.firstName,
    lastName: person.lastName,
    phone: person.phone ?? null,
    professionalInfo: person.professionalInfo ?? null,
    sender: ctx.address && hashSecret(ctx.address),
    signedUpAt: ctx.now().toISOString(),
    ...(person.suite && { next: person.suite }),
    ...(person.favori && { favorite: person.favori }),
  });
  return { id: signUpId, email, isMailed };
}

/**
 * Runs in the settlement's transaction; leaves a confirmed account as it is (rule: guest-account).
 * `email` is lower case. `isNew`: credentials are on their way to the mailbox.
 */
export async function createGuestAccount(
  ctx: Context,
  tx: Transaction,
  { email, reference }: { email: string; reference: string },
): Promise<{ userId: string; isNew: boolean }> {
  await insertAccount(tx, { id: newId(), email, ...BARE_CLIENT, confirmed: false });
  const account = await lockAccount(tx, email);
  if (!account) throw new Error("a guest's account could neither be made nor found");
  const { userId, confirmed } = account;
  if (!confirmed) await ctx.jobs.send(tx, "issue-temporary-password", { userId, reference });
  return { userId, isNew: !confirmed };
}

export function rolesOf(userType: "client" | "pro" | "both") {
  return { isClient: userType !== "pro", isPro: userType !== "client" };
}
