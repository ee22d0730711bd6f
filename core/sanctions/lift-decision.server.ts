import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { changeStatus, holdStatus } from "../accounts/change-status.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { requireAnother } from "../operators/acts/another-decides.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { sellUntil } from "../professionals/refresh-own-listings.server.ts";
import { isWaiting } from "./rules.ts";
import { type AccountDecision, liftingInput } from "./schema.ts";
import { changeDecision, findPerson, listInForce } from "./store.server.ts";

/**
 * False when the account is open (rule: account-decision).
 * @throws AppError `forbidden` to all but administration, `conflict` for a deleted account.
 */
export async function reopenAccount(ctx: Context, input: z.input<typeof liftingInput>) {
  const { userId, email, reason } = await readLifting(ctx, input);
  return ctx.db.transaction(async (tx) => {
    const status = await holdStatus(tx, userId);
    if (status === "deleted") throw new AppError("conflict");
    if (status === "active") return false;
    const inForce = await listInForce(tx, userId);
    const answered = inForce.filter(({ carriedOutAt }) => carriedOutAt !== null);
    const noted = await requireOther(ctx, tx, userId, answered);
    await changeStatus(tx, userId, "active");
    const notice = inForce.find(({ carriedOutAt }) => carriedOutAt === null);
    await ctx.jobs.send(tx, "settle-billing", { userId });
    await sellUntil(tx, userId, notice?.effectiveAt ?? null, ctx.now());
    const lifting = { email, reason, now: ctx.now() };
    for (const decision of answered) await lift(ctx, tx, decision, lifting);
    await recordAct(ctx, tx, {
      ...{ act: "account_reopened", object: { kind: "account", id: userId }, reason },
      ...{ personId: userId, before: { status }, after: { status: "active", ...noted } },
    });
    return true;
  });
}

/**
 * Before it is over, with the reason for its owner (rule: ending-notice).
 * @throws AppError `forbidden` to all but administration, `conflict` without a notice.
 */
export async function takeNoticeBack(ctx: Context, input: z.input<typeof liftingInput>) {
  const { userId, email, reason } = await readLifting(ctx, input);
  await ctx.db.transaction(async (tx) => {
    await holdStatus(tx, userId);
    const notice = (await listInForce(tx, userId)).find(
      ({ carriedOutAt, termsChangeId }) => carriedOutAt === null && termsChangeId === null,
    );
    if (!notice) throw new AppError("conflict", { message: "Aucun préavis ne court." });
    const noted = await requireOther(ctx, tx, userId, [notice]);
    await sellUntil(tx, userId, null, ctx.now());
    await lift(ctx, tx, notice, { email, reason, now: ctx.now() });
    await recordAct(ctx, tx, {
      ...{ act: "notice_taken_back", object: { kind: "account", id: userId }, reason },
      ...{ personId: userId, before: { effectiveAt: notice.effectiveAt }, after: noted },
    });
  });
}

/**
 * Tells whoever contested it why (rule: account-decision).
 * @throws AppError `forbidden` to all but administration, `conflict` when nobody waits.
 */
export async function upholdDecision(ctx: Context, input: z.input<typeof liftingInput>) {
  const { userId, email, reason } = await readLifting(ctx, input);
  await ctx.db.transaction(async (tx) => {
    await holdStatus(tx, userId);
    const waiting = (await listInForce(tx, userId)).filter(isWaiting);
    if (waiting.length === 0) {
      throw new AppError("conflict", { message: "Aucune contestation n'attend de réponse." });
    }
    const noted = await requireOther(ctx, tx, userId, waiting);
    for (const { id } of waiting) {
      await changeDecision(tx, id, { answer: reason, answeredAt: ctx.now() });
      await tell(ctx, tx, id, email);
    }
    await recordAct(ctx, tx, {
      ...{ act: "decision_upheld", object: { kind: "account", id: userId }, reason },
      ...{ personId: userId, after: noted },
    });
  });
}

/** Refuses who took the decision, even to lift it (rule: another-decides). */
function requireOther(ctx: Context, tx: Transaction, userId: string, all: AccountDecision[]) {
  const decidedAts = all.filter(isWaiting).map(({ decidedAt }) => decidedAt);
  return requireAnother(ctx, tx, { kind: "account", id: userId, decidedAts });
}

async function readLifting(ctx: Context, input: z.input<typeof liftingInput>) {
  requireOperator(ctx, "administration");
  const { email, reason } = parseInput(liftingInput, input);
  const person = await findPerson(ctx.db, { email });
  if (!person) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  return { userId: person.userId, email, reason };
}

/** Answers whoever has contested it, too. */
async function lift(
  ctx: Context,
  tx: Transaction,
  { id }: AccountDecision,
  { email, reason, now }: { email: string; reason: string; now: Date },
): Promise<void> {
  await changeDecision(tx, id, { endedAt: now, answer: reason, answeredAt: now });
  await ctx.jobs.send(tx, "tell-booked-clients", { decisionId: id });
  await tell(ctx, tx, id, email);
}

async function tell(ctx: Context, tx: Transaction, decisionId: string, to: string) {
  const at = ctx.now().toISOString();
  const mail = { kind: "account-decision-answered" as const, reference: `${decisionId}:${at}` };
  await enqueueMail(ctx, tx, { ...mail, to, data: { decisionId } });
}
