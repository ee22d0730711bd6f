import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { listOwn } from "../store.server.ts";
import type { Gap } from "./schema.ts";
import { listOpen } from "./store.server.ts";

/**
 * The hours that are offered back to a professional, and when the calendars that they come from were
 * last read (rule: gap).
 *
 * @returns `readAt` null without a calendar that was read; `isFailing` when one of them cannot be.
 * @throws AppError `unauthenticated`, `forbidden`.
 */
export async function showGaps(
  ctx: Context,
): Promise<{ gaps: Gap[]; calendars: number; readAt: Date | null; isFailing: boolean }> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const [calendars, gaps] = await Promise.all([
    listOwn(ctx.db, professionalId, now),
    listOpen(ctx.db, { professionalId }, now),
  ]);
  const read = calendars.flatMap(({ goodAt }) => goodAt ?? []).sort((a, b) => +a - +b);
  return {
    gaps: gaps.map(({ professionalId: _, ...gap }) => gap),
    calendars: calendars.length,
    readAt: read[0] ?? null,
    isFailing: calendars.some(({ failingSince }) => failingSince !== null),
  };
}
