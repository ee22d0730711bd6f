import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { bookingTexts } from "../labels.ts";
import { findBookingRow } from "../store.server.ts";
import { findAnswer } from "./store.server.ts";

/** The data of the mails about a decided report of a message. */
export interface MessageDecisionMail {
  isRemoved: boolean;
  answer: string;
  title: string;
  date: string;
  messagesUrl: string;
  contactUrl: string;
}

/** Null once the report or its booking is gone. */
export async function readMessageDecisionMail(
  ctx: Context,
  { data }: QueuedMail<"message-report-decided" | "message-removed">,
): Promise<MessageDecisionMail | null> {
  const found = await findAnswer(ctx.db, data.reportId);
  const row = found && (await findBookingRow(ctx.db, found.bookingId));
  if (!found || !row) return null;
  const { title, date } = bookingTexts(row);
  const { appUrl } = ctx.config;
  return {
    ...{ isRemoved: found.outcome === "removed", answer: found.answer, title, date },
    messagesUrl: appUrl + addresses.bookingMessages(found.bookingId),
    contactUrl: appUrl + addresses.contact,
  };
}
