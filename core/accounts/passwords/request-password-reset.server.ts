import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { limitByAddress, mayMail } from "../limit-logins.server.ts";
import { findReset, insertReset, signUpsOf } from "../links/store.server.ts";
import { RESET_LIFE, safeReturnPath } from "../rules.ts";
import { linkInput, resetRequestInput } from "../schema.ts";
import { findAccount } from "../store.server.ts";

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
export async function readResetMail(
  ctx: Context,
  { to, secrets }: QueuedMail<"reset-password">,
): Promise<{ resetUrl: string } | null> {
  const account = await findAccount(ctx.db, to);
  const [signUp] = account ? [] : await signUpsOf(ctx.db, to, ctx.now(), { limit: 1 });
  if (!account?.active && !signUp) return null;
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return { resetUrl: `${ctx.config.appUrl}${addresses.logIn}?jeton=${secrets.token}` };
}

/** Changes nothing; null when the link is used or expired. */
export async function readReset(
  ctx: Context,
  input: unknown,
): Promise<{ email: string; next: string } | null> {
  const { token } = parseInput(linkInput, input);
  const link = await findReset(ctx.db, token, ctx.now());
  return link && { email: link.email, next: safeReturnPath(link.content.next) };
}
