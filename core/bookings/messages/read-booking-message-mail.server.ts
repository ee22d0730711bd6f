import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { bookingTexts } from "../labels.ts";
import { findBookingRow } from "../store.server.ts";
import { shortName } from "./rules.ts";
import { findBookingMessage } from "./store.server.ts";

export interface BookingMessageMail {
  from: string;
  text: string;
  title: string;
  date: string;
  time: string;
  answerUrl: string;
}

/** Null once the message is empty, because its author's account was deleted. */
export async function readBookingMessageMail(
  ctx: Context,
  mail: QueuedMail<"letter-to-client" | "letter-to-professional">,
): Promise<BookingMessageMail | null> {
  const { letterId, bookingId } = mail.data;
  const message = await findBookingMessage(ctx.db, letterId);
  const row = await findBookingRow(ctx.db, bookingId);
  if (!message?.text || !row) return null;
  const { title, date, time, professional } = bookingTexts(row);
  return {
    from: message.by === "client" ? shortName(row) : professional,
    ...{ text: message.text, title, date, time },
    answerUrl: ctx.config.appUrl + addresses.bookingMessages(bookingId),
  };
}
