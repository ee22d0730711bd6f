import { randomInt } from "node:crypto";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { DAY } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { hashPassword } from "../hash-password.server.ts";
import { findReset, insertReset } from "../links/store.server.ts";
import { closeLogins } from "../logins/store.server.ts";
import { TEMPORARY_PASSWORD_LIFE } from "../rules.ts";
import { findAccount, lockAccountOf } from "../store.server.ts";
import { hasCredentialsMail, setTemporaryPassword } from "./store.server.ts";

/**
 * The account keeps its address until the link is followed (rule: corrected-address).
 * @throws AppError `not_found`, `conflict` if it is not open, or it or another has the address.
 */
export async function mailCorrection(
  ctx: Context,
  { userId, email }: { userId: string; email: string },
  also: (tx: Transaction, from: string) => Promise<void>,
): Promise<void> {
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + CORRECTION_LIFE);
  await ctx.db.transaction(async (tx) => {
    const account = await lockAccountOf(tx, userId);
    if (!account) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
    const { email: from, active } = account;
    if (!active) throw new AppError("conflict", { message: "Ce compte n'est pas ouvert." });
    if (email === from || (await findAccount(tx, email))) throw taken(email === from);
    await closeLogins(tx, userId);
    const { id, token } = await insertReset(tx, email, expiresAt, { correction: { userId, from } });
    const proof = { reference: id, data: {}, secrets: { token } };
    await enqueueMail(ctx, tx, { kind: "address-proof", to: email, ...proof });
    const data = { at: now.toISOString() };
    await enqueueMail(ctx, tx, {
      ...{ kind: "address-corrected", reference: newId(), to: from, data },
    });
    await also(tx, from);
  });
}

const taken = (isSame: boolean) =>
  new AppError("conflict", {
    message: isSame ? "C'est déjà l'adresse de ce compte." : "Un autre compte a cette adresse.",
  });

/** Null once the link is used or expired (rule: corrected-address). */
export async function readProofMail(ctx: Context, { secrets }: QueuedMail<"address-proof">) {
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return { proofUrl: `${ctx.config.appUrl}${addresses.logIn}?jeton=${secrets.token}` };
}

export async function readCorrectedMail(ctx: Context, { data }: QueuedMail<"address-corrected">) {
  return { at: new Date(data.at), contactUrl: ctx.config.appUrl + addresses.contact };
}

/**
 * Once per purchase, mailed with a one-time link, unless the account was closed or proved. A job,
 * since hashing would betray an unknown address (rules: guest-account, same-answer).
 */
export const issueTemporaryPassword = defineJob(
  "issue-temporary-password",
  async (ctx, { userId, reference }) => {
    const password = temporaryPassword();
    const passwordHash = await hashPassword(ctx, password);
    await ctx.db.transaction(async (tx) => {
      const account = await lockAccountOf(tx, userId);
      if (!account?.active || account.confirmed) return;
      if (await hasCredentialsMail(tx, reference)) return;
      const expiresAt = new Date(ctx.now().getTime() + TEMPORARY_PASSWORD_LIFE);
      await setTemporaryPassword(tx, account, passwordHash, expiresAt);
      const { token } = await insertReset(tx, account.email, expiresAt);
      await enqueueMail(ctx, tx, {
        kind: "guest-credentials",
        reference,
        to: account.email,
        data: { expiresAt: expiresAt.toISOString() },
        secrets: { password, token },
      });
    });
  },
);

/** No characters that look alike; 16 of 31 make 79 bits. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** « k7mp-4xqe-9d2h-vbn3 » */
function temporaryPassword(): string {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, sign).join("")).join("-");
}

/** Null when the password has been replaced or changed meanwhile (rule: guest-account). */
export async function readCredentialsMail(
  ctx: Context,
  { to, data, secrets }: QueuedMail<"guest-credentials">,
) {
  const { appUrl } = ctx.config;
  if (!(await findReset(ctx.db, secrets.token, ctx.now()))) return null;
  return {
    email: to,
    password: secrets.password,
    expiresAt: new Date(data.expiresAt),
    loginUrl: `${appUrl}${addresses.logIn}`,
    choosePasswordUrl: `${appUrl}${addresses.logIn}?jeton=${secrets.token}`,
  };
}

/** Longer, since its reader does not wait for it before a screen. */
export const CORRECTION_LIFE = 3 * DAY;
