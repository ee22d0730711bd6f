import { newId } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { findPublished } from "./published/store.server.ts";
import { findFiltered, insertReport } from "./store.server.ts";
import { listSuspects } from "./titles/list-suspects.server.ts";

/** Leaves it visible, and tells the same words once; safe to repeat (rule: content-filter). */
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
