import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { hashPassword } from "../hash-password.server.ts";
import { forgiveFailures, forgiveMails, limitByAddress, mayMail } from "../limit-logins.server.ts";
import { findReset, insertReset, signUpsOf, takeLink } from "../links/store.server.ts";
import { safeReturnPath } from "../return-paths/rules.ts";
import { RESET_LIFE } from "../rules.ts";
import { linkInput, resetInput, resetRequestInput } from "../schema.ts";
import {
  BARE_CLIENT,
  findAccount,
  insertAccount,
  lockAccount,
  lockAccountOf,
  setAddress,
} from "../store.server.ts";
import { notifyPasswordChanged } from "./change-password.server.ts";
import { setOwnPassword } from "./store.server.ts";

type ResetRequest = z.output<typeof resetRequestInput>;

/**
 * Unknown addresses take the same steps, unmailed (rules: reset-link, same-answer).
 * @throws AppError `rate_limited` beyond the limits, rather than leave somebody waiting for a mail.
 */
export async function requestPasswordReset(ctx: Context, input: unknown): Promise<void> {
  const { email, suite, favori } = parseInput(resetRequestInput, input);
  await limitByAddress(ctx, "reset-password");
  await mailReset(ctx, { email, suite, favori });
}

/** `also` joins the mail's transaction. @throws AppError `rate_limited` by mails to one mailbox. */
export async function mailReset(
  ctx: Context,
  { email, suite, favori }: Pick<ResetRequest, "email"> & Partial<ResetRequest>,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  if (!(await mayMail(ctx, "reset-password", email))) {
    // The newest link outlives the count, so that there is always one that works.
    throw new AppError("rate_limited", {
      message:
        "Plusieurs liens ont déjà été demandés pour cette adresse. Celui du dernier e-mail reste valable une heure : ouvrez-le, ou réessayez plus tard.",
    });
  }
  const expiresAt = new Date(ctx.now().getTime() + RESET_LIFE);
  await ctx.db.transaction(async (tx) => {
    const { id, token } = await insertReset(tx, email, expiresAt, {
      ...(suite && { next: suite }),
      ...(favori && { favorite: favori }),
    });
    await enqueueMail(ctx, tx, {
      kind: "reset-password",
      reference: id,
      to: email,
      data: {},
      secrets: { token },
    });
    await also?.(tx);
  });
}

/** Null without an account or waiting sign-up under that address (rule: reset-link). */
export async function readResetMail(ctx: Context, { to, secrets }: QueuedMail<"reset-password">) {
  const account = await findAccount(ctx.db, to);
  const [signUp] = account ? [] : await signUpsOf(ctx.db, to, ctx.now(), { limit: 1 });
  if (!account?.active && !signUp) return null;
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return { resetUrl: `${ctx.config.appUrl}${addresses.logIn}?jeton=${secrets.token}` };
}

export async function readReset(ctx: Context, input: unknown) {
  const { token } = parseInput(linkInput, input);
  const link = await findReset(ctx.db, token, ctx.now());
  return link && { email: link.email, next: safeReturnPath(link.content.next) };
}

/**
 * Proves the mailbox, ends every login and token, and tells the owner (rule: reset-link). Sign-ups
 * under the address are deleted, since nobody proved their details (rule: unproved-sign-up).
 * @throws AppError `invalid_token` when the link is used or expired.
 */
export async function resetPassword(ctx: Context, input: unknown) {
  const { token, password } = parseInput(resetInput, input);
  const link = await findReset(ctx.db, token, ctx.now());
  if (!link) throw new AppError("invalid_token");
  const { id, email, content } = link;
  const passwordHash = await hashPassword(ctx, password);
  await ctx.db.transaction(async (tx) => {
    const account = content.correction
      ? await correctAddress(ctx, tx, { ...content.correction, email })
      : ((await lockAccount(tx, email)) ?? (await openBareAccount(ctx, tx, email)));
    if (!(await takeLink(tx, id)) || !account?.active) throw new AppError("invalid_token");
    await setOwnPassword(tx, account, passwordHash);
    await notifyPasswordChanged(ctx, tx, email, "reset");
  });
  await forgiveFailures(ctx, email);
  await forgiveMails(ctx, "reset-password", email);
  return { favorite: content.favorite ?? null };
}

/** Null when the address has changed since, or is another's by now (rule: corrected-address). */
async function correctAddress(
  ctx: Context,
  tx: Transaction,
  { userId, from, email }: { userId: string; from: string; email: string },
) {
  const account = await lockAccountOf(tx, userId);
  if (!account?.active || account.email !== from || (await findAccount(tx, email))) return null;
  await setAddress(tx, userId, email);
  await ctx.jobs.send(tx, "follow-address", { userId, from });
  return lockAccount(tx, email);
}

async function openBareAccount(ctx: Context, tx: Transaction, email: string) {
  const [waiting] = await signUpsOf(tx, email, ctx.now(), { limit: 1 });
  if (!waiting) return null;
  await insertAccount(tx, { id: newId(), email, ...BARE_CLIENT, confirmed: true });
  return lockAccount(tx, email);
}
