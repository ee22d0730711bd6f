import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { mayMail } from "../../accounts/limit-logins.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-participant.server.ts";
import { bookingTexts } from "../labels.ts";
import { shortName } from "../messages/rules.ts";
import { findBookingMessage } from "../messages/store.server.ts";
import { MESSAGE_REPORTS_PER_HOUR } from "./rules.ts";
import { messageReportInput, type ReportableMessage, reportedMessage } from "./schema.ts";
import { insertReport } from "./store.server.ts";

/**
 * Leaves the message until it is decided; reporting twice is once (rule: reported-messages).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `rate_limited`.
 */
export async function reportBookingMessage(
  ctx: Context,
  input: z.input<typeof messageReportInput>,
): Promise<{ reportId: string }> {
  const { message, reason, text } = parseInput(messageReportInput, input);
  const { reporterId } = await findReceived(ctx, message);
  const most = MESSAGE_REPORTS_PER_HOUR;
  if (!(await ctx.limits.consume("report-message", reporterId, most, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  const row = { id: newId(), letterId: message, reporterId, reason, text, createdAt: ctx.now() };
  const to = String(ctx.actor?.email);
  const mayAnswer = await mayMail(ctx, "content-report", to);
  return ctx.db.transaction(async (tx) => {
    const reportId = await insertReport(tx, row);
    if (mayAnswer && reportId === row.id) {
      await enqueueMail(ctx, tx, {
        ...{ kind: "message-report-received", reference: reportId, to, data: { reportId } },
      });
    }
    return { reportId };
  });
}

/**
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for everybody but its reader.
 */
export async function showReportableMessage(
  ctx: Context,
  input: z.input<typeof reportedMessage>,
): Promise<ReportableMessage> {
  const { message } = parseInput(reportedMessage, input);
  const { reporterId: _, ...shown } = await findReceived(ctx, message);
  return shown;
}

async function findReceived(
  ctx: Context,
  id: string,
): Promise<ReportableMessage & { reporterId: string }> {
  const message = await findBookingMessage(ctx.db, id);
  // Somebody without a login is asked for one, whatever the id.
  const { row, by } = await findParticipant(ctx, message?.bookingId ?? id);
  if (!message || message.by === by || message.text === "") throw new AppError("not_found");
  return {
    ...{ bookingId: message.bookingId, text: message.text, createdAt: message.createdAt },
    from: by === "client" ? bookingTexts(row).professional : shortName(row),
    reporterId: String(ctx.actor?.userId),
  };
}
