import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { answerContests, whoAnswersCase } from "../../moderation/cases/answer-contests.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findBookingRow } from "../store.server.ts";
import { messageDecisionInput, type OpenMessageCase, type ShownMessageCase } from "./schema.ts";
import { closeReports, findCase, listOpen, lockMessage, setRemoved } from "./store.server.ts";

/**
 * Keeps or removes it and tells both sides why (rule: reported-messages).
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict` when nobody waits for it.
 */
export async function decideMessageCase(
  ctx: Context,
  input: z.input<typeof messageDecisionInput>,
): Promise<void> {
  requireOperator(ctx, "assistance");
  const { messageId, decision, basis: chosen, reason } = parseInput(messageDecisionInput, input);
  const outcome = decision === "remove" ? "removed" : "kept";
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const message = await lockMessage(tx, messageId);
    const row = message && (await findBookingRow(tx, message.bookingId));
    if (!message || !row) throw new AppError("not_found", { message: "Ce message n'existe pas." });
    const subject = { letterId: messageId };
    const { contested, noted } = await answerContests(ctx, tx, subject, now);
    const basis = outcome === "removed" ? (chosen ?? null) : null;
    const decided = { outcome, answer: reason, basis, decidedAt: now } as const;
    const closed = await closeReports(tx, messageId, decided, contested);
    const [newest] = closed;
    if (!newest) {
      throw new AppError("conflict", { message: "Ce message n'attend aucune décision." });
    }
    const mailOf = (reportId: string) => {
      return { reference: `${reportId}-${now.toISOString()}`, data: { reportId } };
    };
    for (const { reportId, email: to } of closed) {
      const mail = { kind: "message-report-decided" as const, ...mailOf(reportId) };
      if (to) await enqueueMail(ctx, tx, { ...mail, to });
    }
    await setRemoved(tx, messageId, outcome === "removed" ? now : null);
    if (outcome === "removed" || contested.some(({ by }) => by === "author")) {
      const to = message.by === "client" ? row.buyerEmail : row.professionalEmail;
      await enqueueMail(ctx, tx, { kind: "message-removed", to, ...mailOf(newest.reportId) });
    }
    await recordAct(ctx, tx, {
      act: outcome === "removed" ? "letter_removed" : "letter_kept",
      object: { kind: "letter", id: messageId },
      personId: message.by === "client" ? row.clientId : row.professionalUserId,
      reason,
      ...{ before: { isRemoved: message.removedAt !== null } },
      after: { isRemoved: outcome === "removed", ...(basis && { basis }), ...noted },
    });
  });
}

/**
 * For operators of the assistance (rule: reported-messages).
 * @throws AppError `invalid_input`, `not_found`, `forbidden`.
 */
export async function showMessageCase(ctx: Context, input: unknown): Promise<ShownMessageCase> {
  requireOperator(ctx, "assistance");
  const { messageId } = parseInput(z.object({ messageId: z.uuid() }), input);
  const found = await findCase(ctx.db, messageId);
  if (!found || found.reports.length === 0) {
    throw new AppError("not_found", { message: "Ce message n'a pas été signalé." });
  }
  await recordReading(ctx, { kind: "letter", id: messageId });
  const subject = { letterId: messageId };
  return { ...found, answering: await whoAnswersCase(ctx, subject, found.contests) };
}

export function listMessageCases({ db }: Pick<Context, "db">): Promise<OpenMessageCase[]> {
  return listOpen(db);
}
