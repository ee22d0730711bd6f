import { hashSecret } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { mailboxOf } from "../mailbox.ts";
import { forgiveTurn, verifyPassword, waitForTurn } from "./hash-password.server.ts";
import { LOCKED_OUT } from "./rules.ts";

/** Failed logins count this long (rule: login-limits). */
export const LOGIN_WINDOW_SECONDS = 15 * 60;

export const LOGIN_FAILURES_PER_ACCOUNT = 10;

export const LOGIN_FAILURES_PER_ADDRESS = 100;

/** Per network address and hour, for every other form. */
export const REQUESTS_PER_ADDRESS = 120;

/** Per mailbox, kind, network address and hour. */
export const MAILS_PER_SENDER = 5;

/** Kinds that anybody can make us send to any mailbox. */
const ASKED_MAILS = [
  ...(["confirm-email", "reset-password", "booking-link", "alert-link"] as const),
  ...(["content-report", "withdrawal", "guest-subscription"] as const),
] as const;

export type AskedMail = (typeof ASKED_MAILS)[number];

/** Beyond the first of each kind: twenty an hour in all. */
export const MAILS_PER_MAILBOX = 20 - ASKED_MAILS.length;

interface Attempt {
  /** Without a turn (`busy`) nothing is compared or counted. */
  isPassword(hash: string, password: string): Promise<boolean>;
  forgive(): Promise<void>;
  /** Neither a guess nor a proof: a stranger's sign-up must not clear the owner's counter. */
  takeBack(): Promise<void>;
}

/**
 * Counts before looking, so that guesses sent at once do not pass together (rule: login-limits).
 * @throws AppError `rate_limited` after too many failures, `busy` without a turn.
 */
export async function countAttempt(ctx: Context, email: string): Promise<Attempt> {
  await waitForTurn(ctx);
  const { limits, address } = ctx;
  const account = hashSecret(email);
  const isOpen = await limits.consume(
    "login-account",
    account,
    LOGIN_FAILURES_PER_ACCOUNT,
    LOGIN_WINDOW_SECONDS,
  );
  if (!isOpen) throw new AppError("rate_limited", { about: LOCKED_OUT });
  const allowed =
    address === null ||
    (await limits.consume(
      "login-address",
      address,
      LOGIN_FAILURES_PER_ADDRESS,
      LOGIN_WINDOW_SECONDS,
    ));
  if (!allowed) throw new AppError("rate_limited");
  const uncountAddress = async () => {
    if (address !== null) await limits.giveBack("login-address", address);
  };
  const takeBack = async () => {
    await limits.giveBack("login-account", account);
    await uncountAddress();
  };
  return {
    async isPassword(hash, password) {
      try {
        const isRight = await verifyPassword(ctx, { hash, password });
        if (isRight) forgiveTurn(ctx);
        return isRight;
      } catch (error) {
        await takeBack();
        throw error;
      }
    },
    async forgive() {
      await forgiveFailures(ctx, email);
      await uncountAddress();
    },
    takeBack,
  };
}

/** For somebody who has proved to own the account, whoever guessed before. */
export function forgiveFailures(ctx: Context, email: string): Promise<void> {
  return ctx.limits.reset("login-account", hashSecret(email));
}

/** @throws AppError `rate_limited` beyond the limit of a network address (rule: login-limits). */
export async function limitByAddress(ctx: Context, name: string): Promise<void> {
  if (ctx.address === null) return;
  const allowed = await ctx.limits.consume(name, ctx.address, REQUESTS_PER_ADDRESS, HOUR / SECOND);
  if (!allowed) throw new AppError("rate_limited");
}

/**
 * False beyond the limit per sender or mailbox; the first of each kind in an hour always goes.
 * Unknown addresses count alike, so that a caller may tell of the limit (rule: same-answer).
 */
export async function mayMail(ctx: Context, kind: AskedMail, email: string): Promise<boolean> {
  const { limits } = ctx;
  const mailbox = hashSecret(mailboxOf(email));
  const asker = askerOf(ctx, mailbox);
  return (
    (await limits.consume(`mail-${kind}-asker`, asker, MAILS_PER_SENDER, HOUR / SECOND)) &&
    ((await limits.consume(`mail-${kind}`, mailbox, 1, HOUR / SECOND)) ||
      (await limits.consume("mails", mailbox, MAILS_PER_MAILBOX, HOUR / SECOND)))
  );
}

export async function forgiveMails(ctx: Context, kind: AskedMail, email: string): Promise<void> {
  const mailbox = hashSecret(mailboxOf(email));
  await ctx.limits.reset(`mail-${kind}-asker`, askerOf(ctx, mailbox));
  await ctx.limits.reset(`mail-${kind}`, mailbox);
}

const askerOf = ({ address }: Context, mailbox: string) => `${address ?? ""} ${mailbox}`;
