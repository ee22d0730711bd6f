import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { mayMail } from "../../accounts/limit-logins.server.ts";
import type { Context } from "../../context.server.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { readCaseDecision } from "../../moderation/cases/contest-case.server.ts";
import type { ReportReceivedMail } from "../../moderation/read-moderation-mail.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-own-booking.server.ts";
import { bookingTexts } from "../labels.ts";
import { shortName } from "../messages/rules.ts";
import { findBookingMessage } from "../messages/store.server.ts";
import { findBookingRow } from "../store.server.ts";
import { MESSAGE_REPORTS_PER_HOUR } from "./rules.ts";
import { messageReportInput, reportedMessage } from "./schema.ts";
import { findReport, insertReport } from "./store.server.ts";

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
export async function showReportableMessage(ctx: Context, input: z.input<typeof reportedMessage>) {
  const { message } = parseInput(reportedMessage, input);
  const { reporterId: _, ...shown } = await findReceived(ctx, message);
  return shown;
}

async function findReceived(ctx: Context, id: string) {
  const message = await findBookingMessage(ctx.db, id);
  const { row, by } = await findParticipant(ctx, message?.bookingId ?? id);
  if (!message || message.by === by || message.text === "") throw new AppError("not_found");
  return {
    ...{ bookingId: message.bookingId, text: message.text, createdAt: message.createdAt },
    from: by === "client" ? bookingTexts(row).professional : shortName(row),
    reporterId: String(ctx.actor?.userId),
  };
}

export async function readMessageReportReceivedMail(
  ctx: Context,
  { data }: QueuedMail<"message-report-received">,
): Promise<ReportReceivedMail | null> {
  const found = await findReport(ctx.db, data.reportId);
  const row = found?.isOpen ? await findBookingRow(ctx.db, found.bookingId) : null;
  if (!found || !row) return null;
  const contactUrl = ctx.config.appUrl + addresses.contact;
  return { title: `Message sur ${bookingTexts(row).title}`, text: found.text, contactUrl };
}

export type MessageDecisionMail = MailOf<typeof readMessageDecisionMail>;

export async function readMessageDecisionMail(
  ctx: Context,
  { kind, data }: QueuedMail<"message-report-decided" | "message-removed">,
) {
  const found = await findReport(ctx.db, data.reportId);
  const row = found && (await findBookingRow(ctx.db, found.bookingId));
  if (!found || !row || found.isOpen) return null;
  const { title, date } = bookingTexts(row);
  const link = kind === "message-removed" ? "letter-author" : "letter-report";
  return {
    ...{ title, date },
    messagesUrl: ctx.config.appUrl + addresses.bookingMessages(found.bookingId),
    // Null once the message is readable again: nothing is to be contested.
    decision: await readCaseDecision(ctx, link, data.reportId),
  };
}
