import type { Context } from "../context.server.ts";
import { requireProfessional } from "./permit-own-time.server.ts";
import type { OwnTime } from "./schema.ts";
import { listComing } from "./store.server.ts";

/**
 * The caller's absences and busy times that are not over, earliest first; those of private
 * calendars stand with their calendar.
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile.
 */
export function listOwnTimes(ctx: Context): Promise<OwnTime[]> {
  return listComing(ctx.db, requireProfessional(ctx), ctx.now());
}
