import type { Context } from "../../context.server.ts";
import { requireProfessional } from "./rules.ts";
import type { DraftView } from "./schema.ts";
import { listOwn } from "./store.server.ts";

/** Latest saved first. @throws AppError `forbidden` without a professional profile. */
export async function listDrafts(ctx: Context): Promise<DraftView[]> {
  return listOwn(ctx.db, requireProfessional(ctx));
}
