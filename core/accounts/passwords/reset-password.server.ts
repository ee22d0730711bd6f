import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { hashPassword } from "../hash-password.server.ts";
import { forgiveFailures, forgiveMails } from "../limit-logins.server.ts";
import { findReset, signUpsOf, takeLink } from "../links/store.server.ts";
import { BARE_CLIENT } from "../rules.ts";
import { resetInput } from "../schema.ts";
import {
  findAccount,
  insertAccount,
  lockAccount,
  lockAccountOf,
  setAddress,
} from "../store.server.ts";
import { notifyPasswordChanged } from "./change-password.server.ts";
import { setOwnPassword } from "./store.server.ts";

/**
 * Proves the mailbox, ends every login and token, and tells the owner (rule: reset-link). Sign-ups
 * under the address are deleted, since nobody proved their details (rule: unproved-sign-up).
 * @throws AppError `invalid_token` when the link is used or expired.
 */
export async function resetPassword(
  ctx: Context,
  input: unknown,
): Promise<{ favorite: string | null }> {
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
  await insertAccount(tx, { userId: newId(), email, ...BARE_CLIENT, confirmed: true });
  return lockAccount(tx, email);
}
