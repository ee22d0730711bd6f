import type { Context } from "../context.server.ts";
import { requireProfessional } from "./permit-own-time.server.ts";
import type { OwnTime } from "./schema.ts";
import { listComing } from "./store.server.ts";

/**
 * Not over yet, earliest first, without those of private calendars.
 * @throws AppError `forbidden` without a professional profile.
 */
export function listOwnTimes(ctx: Context): Promise<OwnTime[]> {
  return listComing(ctx.db, requireProfessional(ctx), ctx.now());
}
