import type { Context } from "../../context.server.ts";
import { requireProfessional } from "./rules.ts";
import type { DraftView } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/**
 * One's own drafts, the latest first.
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile.
 */
export async function listDrafts(ctx: Context): Promise<DraftView[]> {
  return listOwn(ctx.db, requireProfessional(ctx));
}
