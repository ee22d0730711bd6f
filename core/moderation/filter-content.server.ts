import { newId } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { findPublished } from "./published/store.server.ts";
import { findFiltered, insertReport } from "./store.server.ts";
import { listSuspects } from "./titles/list-suspects.server.ts";

/**
 * Puts something that was published or changed before an operator when words in it should be read by
 * a person (rule: content-filter), save a title of which they have shown the number. It stays visible.
 * The same words are told once. Safe to repeat.
 */
export async function filterContent(
  ctx: Context,
  { contentId }: { contentId: string },
): Promise<void> {
  const content = await findPublished(ctx.db, contentId);
  if (!content) return;
  const text = await listSuspects(ctx, content);
  if (text === "" || (await findFiltered(ctx.db, content)) === text) return;
  const row = { id: newId(), reason: "filter" as const, text, createdAt: ctx.now() };
  await insertReport(ctx.db, content, row);
}
