import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { parseInput } from "../../parse.ts";
import { bookingTexts } from "../labels.ts";
import { readInOrder } from "../store.server.ts";
import { shortName } from "./rules.ts";
import { type ConversationView, conversationKey, conversationsInput } from "./schema.ts";
import { listConversations as listThem } from "./store.server.ts";

/**
 * Lists newest message first (rule: writing-through-us).
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
    page.map(({ bookingId }) => bookingId),
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
