import * as addresses from "#site/addresses.ts";
import { signLink } from "../../accounts/logins/sign-login.server.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { bookingTexts } from "../labels.ts";
import { shortName } from "../messages/rules.ts";
import { findBookingRow } from "../store.server.ts";
import { CONTEST_WITHIN, type Contest } from "./rules.ts";

export interface AbsenceMail {
  title: string;
  date: string;
  time: string;
  professional: string;
  /** « Julie M. » */
  client: string;
  contestUntil: Date;
  contestUrl: string;
  contestedAs: Contest | null;
  messagesUrl: string;
}

/** Null once the absence was taken back, or is no longer contested. */
export async function readAbsenceMail(
  ctx: Context,
  mail: QueuedMail<"marked-absent" | "absence-contested">,
): Promise<AbsenceMail | null> {
  const row = await findBookingRow(ctx.db, mail.data.bookingId);
  if (row?.presence !== "absent" || !row.presenceAt) return null;
  if ((mail.kind === "absence-contested") !== (row.contestedAt !== null)) return null;
  const { title, date, time, professional } = bookingTexts(row);
  const { appUrl } = ctx.config;
  return {
    ...{ title, date, time, professional, client: shortName(row) },
    contestUntil: new Date(row.presenceAt.getTime() + CONTEST_WITHIN),
    contestUrl: appUrl + addresses.absence(await signLink(ctx, "absence", row.id)),
    contestedAs: row.contestedAs,
    messagesUrl: appUrl + addresses.bookingMessages(row.id),
  };
}
