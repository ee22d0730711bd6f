import type { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import type { MailOf, QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-own-booking.server.ts";
import { bookingTexts } from "../labels.ts";
import { findBookingRow, readInOrder } from "../store.server.ts";
import { MAX_UNREAD, shortName } from "./rules.ts";
import {
  type BookingMessagesView,
  type ConversationView,
  conversationKey,
  conversationsInput,
  messagesInput,
} from "./schema.ts";
import {
  countUnread as count,
  findBookingMessage,
  listOf,
  listConversations as listThem,
  readMessages,
} from "./store.server.ts";

/**
 * For its client or its professional (rule: writing-through-us).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for everybody else.
 */
export async function showBookingMessages(
  ctx: Context,
  input: z.input<typeof messagesInput>,
): Promise<BookingMessagesView> {
  const { bookingId } = parseInput(messagesInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  const { title, date, time, professional } = bookingTexts(row);
  return {
    ...{ bookingId, title, date, time },
    other: by === "client" ? professional : shortName(row),
    isClient: by === "client",
    canWrite: row.status === "confirmed",
    messages: (await listOf(ctx.db, bookingId)).map((message) => ({
      ...{ id: message.id, text: message.text, createdAt: message.createdAt },
      isOwn: message.by === by,
    })),
  };
}

/** Counts up to one more than is said; none for a visitor, without a query. */
export async function countUnread({ actor, readers }: Context): Promise<number> {
  return actor ? count(readers.fresh, actor, MAX_UNREAD + 1) : 0;
}

/**
 * Newest message first (rule: writing-through-us).
 * @throws AppError `unauthenticated`, `invalid_input` for a limit or cursor that makes no sense.
 */
export async function listConversations(
  ctx: Context,
  input: z.input<typeof conversationsInput> = {},
): Promise<{ conversations: ConversationView[]; nextCursor: string | null }> {
  const { userId, professionalId } = requireActor(ctx);
  const { limit, cursor } = parseInput(conversationsInput, input);
  const after = readCursor(conversationKey, cursor);
  const found = await listThem(ctx.db, { userId, professionalId }, { limit: limit + 1, after });
  const { page, nextCursor } = pageOf(found, limit, ({ bookingId, writtenAt }) => ({
    ...{ bookingId, writtenAt },
  }));
  const rows = await readInOrder(
    ctx.db,
    page.map(({ bookingId: id }) => ({ id })),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const conversations = page.flatMap(({ bookingId, side, unread, ...last }) => {
    const row = byId.get(bookingId);
    if (!row) return [];
    const { title, date, time, professional } = bookingTexts(row);
    return {
      ...{ bookingId, title, date, time, unread, isClient: side === "client" },
      other: side === "client" ? professional : shortName(row),
      last: { text: last.text, isOwn: last.by === side, createdAt: new Date(last.writtenAt) },
    };
  });
  return { conversations, nextCursor };
}

/**
 * Keeps the first reading; only its reader learns of it.
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found` for somebody else's booking.
 */
export async function markRead(ctx: Context, input: z.input<typeof messagesInput>): Promise<void> {
  const { bookingId } = parseInput(messagesInput, input);
  const { by } = await findParticipant(ctx, bookingId);
  await readMessages(ctx.db, { bookingId, reader: by, readAt: ctx.now() });
}

export type BookingMessageMail = MailOf<typeof readBookingMessageMail>;

export async function readBookingMessageMail(
  ctx: Context,
  mail: QueuedMail<"letter-to-client" | "letter-to-professional">,
) {
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
