import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { readCaseDecision } from "../../moderation/cases/contest-case.server.ts";
import type { ToldDecision } from "../../moderation/cases/schema.ts";
import type { ReportReceivedMail } from "../../moderation/read-moderation-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { bookingTexts } from "../labels.ts";
import { findBookingRow } from "../store.server.ts";
import { findReport } from "./store.server.ts";

/** Null once it was decided, or its booking is gone. */
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

export interface MessageDecisionMail {
  title: string;
  date: string;
  messagesUrl: string;
  /** Null once the message is readable again: nothing is to be contested. */
  decision: ToldDecision | null;
}

/** Null once the report or its booking is gone. */
export async function readMessageDecisionMail(
  ctx: Context,
  { kind, data }: QueuedMail<"message-report-decided" | "message-removed">,
): Promise<MessageDecisionMail | null> {
  const found = await findReport(ctx.db, data.reportId);
  const row = found && (await findBookingRow(ctx.db, found.bookingId));
  if (!found || !row || found.isOpen) return null;
  const { title, date } = bookingTexts(row);
  const link = kind === "message-removed" ? "letter-author" : "letter-report";
  return {
    ...{ title, date },
    messagesUrl: ctx.config.appUrl + addresses.bookingMessages(found.bookingId),
    decision: await readCaseDecision(ctx, link, data.reportId),
  };
}
