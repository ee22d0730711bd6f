import type { Context } from "../../context.server.ts";
import { requireProfessional } from "../permit-owner.server.ts";
import { listOwn } from "../store.server.ts";
import type { Gap } from "./schema.ts";
import { listOpen } from "./store.server.ts";

/**
 * @returns `readAt` is null if no calendar was ever read; `isFailing` if one cannot be (rule: gap).
 * @throws AppError `forbidden` without a professional profile.
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
