import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { bookingTexts } from "../labels.ts";
import { findBookingRow } from "../store.server.ts";
import { shortName } from "./rules.ts";
import { findLetter } from "./store.server.ts";

/** The data of the mail with a letter, read when it is sent. */
export interface LetterMail {
  /** The name of its author, without an address. */
  from: string;
  text: string;
  title: string;
  date: string;
  time: string;
  answerUrl: string;
}

/** Null once the letter is empty, because its author's account was deleted. */
export async function readLetterMail(
  ctx: Context,
  mail: QueuedMail<"letter-to-client" | "letter-to-professional">,
): Promise<LetterMail | null> {
  const { letterId, bookingId } = mail.data;
  const letter = await findLetter(ctx.db, letterId);
  const row = await findBookingRow(ctx.db, bookingId);
  if (!letter?.text || !row) return null;
  const { title, date, time, professional } = bookingTexts(row);
  return {
    from: letter.by === "client" ? shortName(row) : professional,
    ...{ text: letter.text, title, date, time },
    answerUrl: ctx.config.appUrl + addresses.letters(bookingId),
  };
}
