import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { hashPassword, verifyPassword } from "../hash-password.server.ts";
import { countAttempt } from "../limit-logins.server.ts";
import { openLogin } from "../logins/log-in.server.ts";
import { findNewcomer } from "../profile/store.server.ts";
import { changeOwnPasswordInput, changePasswordInput } from "../schema.ts";
import { findAccount, lockAccount } from "../store.server.ts";
import { setOwnPassword } from "./store.server.ts";

/**
 * A temporary password need not be typed again (rules: guest-account, security-card). `login` is
 * null for a program.
 * @throws AppError `rate_limited` as a login, `busy` without a turn, `forbidden` when a temporary
 * password has died, `conflict` when it was just changed elsewhere.
 */
export async function changePassword(ctx: Context, input: unknown) {
  const { actor } = ctx;
  if (!actor) throw new AppError("unauthenticated");
  const { mustChangePassword: isTemporary, userId, access } = actor;
  // No transaction waits with the password for its turn.
  const known = (await findAccount(ctx.db, actor.email))?.passwordHash ?? null;
  const password = isTemporary
    ? await readNewPassword(ctx, known, input)
    : await readProvedPassword(ctx, { email: actor.email, known }, input);
  const passwordHash = await hashPassword(ctx, password);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccount(tx, actor.email);
    const isAlive = account?.temporaryUntil && account.temporaryUntil > ctx.now();
    if (!account?.active || (isTemporary && !isAlive)) throw new AppError("forbidden");
    if (account.passwordHash !== known) throw new AppError(isTemporary ? "forbidden" : "conflict");
    await setOwnPassword(tx, account, passwordHash);
    await notifyPasswordChanged(ctx, tx, account.email, "owner");
  });
  const login =
    access?.kind === "program"
      ? null
      : await openLogin(ctx, { userId, passwordHash, confirmed: true });
  return { newcomer: await findNewcomer(ctx.db, userId), login };
}

async function readNewPassword(ctx: Context, known: string | null, input: unknown) {
  const { password } = parseInput(changePasswordInput, input);
  if (await isRight(ctx, known, password)) throw unchanged("temporaire");
  return password;
}

async function readProvedPassword(
  ctx: Context,
  { email, known }: { email: string; known: string | null },
  input: unknown,
): Promise<string> {
  const { currentPassword, password } = parseInput(changeOwnPasswordInput, input);
  const attempt = await countAttempt(ctx, email);
  if (!(await isRight(ctx, known, currentPassword))) {
    const message = "Mot de passe incorrect.";
    throw new AppError("invalid_input", { message, fields: { currentPassword: [message] } });
  }
  await attempt.forgive();
  if (currentPassword === password) throw unchanged("actuel");
  return password;
}

async function isRight(ctx: Context, hash: string | null, password: string): Promise<boolean> {
  return hash !== null && (await verifyPassword(ctx, { hash, password }));
}

function unchanged(which: "actuel" | "temporaire"): AppError {
  const message = `Choisissez un mot de passe différent du mot de passe ${which}`;
  return new AppError("invalid_input", { fields: { password: [message] } });
}

/** It may not have been the owner (rule: security-card). */
export async function notifyPasswordChanged(
  ctx: Context,
  tx: Transaction,
  to: string,
  by: "owner" | "reset",
): Promise<void> {
  const data = { at: ctx.now().toISOString(), by };
  await enqueueMail(ctx, tx, { kind: "password-changed", reference: newId(), to, data });
}

export interface AccountMail {
  at: Date;
  siteUrl: string;
}

export interface PasswordMail extends AccountMail {
  by: "owner" | "reset";
}

export async function readPasswordMail(
  ctx: Context,
  { data }: QueuedMail<"password-changed">,
): Promise<PasswordMail> {
  return { at: new Date(data.at), by: data.by, siteUrl: ctx.config.appUrl };
}
