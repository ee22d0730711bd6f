import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import * as addresses from "#site/addresses.ts";
import { readLink, signLink } from "../../accounts/logins/sign-login.server.ts";
import { storeMessage } from "../../contact/send-contact-message.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-own-booking.server.ts";
import { bookingTexts, clientName } from "../labels.ts";
import { shortName } from "../messages/rules.ts";
import { type BookingRow, findBookingRow, lockBookingRow, updateBooking } from "../store.server.ts";
import { CONTEST_LABELS } from "./labels.ts";
import { CONTEST_WITHIN, canContest } from "./rules.ts";
import { contestInput } from "./schema.ts";

/**
 * Contests within 48 hours, signed in or by the mailed link (rule: presence-code).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `forbidden`, `conflict`.
 */
export async function contestAbsence(
  ctx: Context,
  input: z.input<typeof contestInput>,
): Promise<void> {
  const { by, word } = parseInput(contestInput, input);
  const bookingId = "token" in by ? await readLink(ctx, "absence", by.token) : by.bookingId;
  if (bookingId === null) throw new AppError("not_found");
  if (!("token" in by) && (await findParticipant(ctx, bookingId)).by === "professional") {
    throw new AppError("forbidden");
  }
  await ctx.db.transaction(async (tx) => {
    const row = await lockBookingRow(tx, bookingId);
    if (!canContest(row, ctx.now())) {
      throw new AppError("conflict", { message: "Il n'y a plus rien à contester." });
    }
    await updateBooking(tx, row, { contestedAt: ctx.now(), contestedAs: word });
    const mail = { reference: bookingId, to: row.professionalEmail, data: { bookingId } };
    await enqueueMail(ctx, tx, { kind: "absence-contested", ...mail });
    if (word === "not_held") await tellOperators(ctx, tx, row);
  });
}

/** Somebody may have paid for nothing, so what they say waits in the queue like a message. */
async function tellOperators(ctx: Context, tx: Transaction, row: BookingRow): Promise<void> {
  const { title, date, time, professional } = bookingTexts(row);
  await storeMessage(ctx, tx, {
    ...{ kind: "contact", subject: "reservation", authorId: row.clientId },
    ...{ name: clientName(row), email: row.buyerEmail },
    message: `${CONTEST_LABELS.not_held} : ${title}, ${date}, ${time}, avec ${professional}, qui a noté une absence. Réservation ${row.id}.`,
  });
}

/** Null where the link is not ours, or the absence was taken back. */
export async function showAbsence(ctx: Context, token: string) {
  const bookingId = await readLink(ctx, "absence", token);
  const row = bookingId === null ? null : await findBookingRow(ctx.db, bookingId);
  if (row?.presence !== "absent") return null;
  const { contestedAs } = row;
  return { texts: bookingTexts(row), contestedAs, isOpen: canContest(row, ctx.now()) };
}

export type AbsenceMail = MailOf<typeof readAbsenceMail>;

/** Null once the absence was taken back, or is no longer contested. */
export async function readAbsenceMail(
  ctx: Context,
  mail: QueuedMail<"marked-absent" | "absence-contested">,
) {
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
