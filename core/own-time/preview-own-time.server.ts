import type { Context } from "../context.server.ts";
import { parseOwnTime } from "./permit-own-time.server.ts";
import type { Consequences, OwnTimeInput } from "./schema.ts";
import { readConsequences } from "./store.server.ts";

/**
 * Locks nothing, because `addOwnTime` looks again.
 * @throws AppError `forbidden` without a professional profile.
 */
export function previewOwnTime(ctx: Context, raw: OwnTimeInput): Promise<Consequences> {
  const { professionalId, asked } = parseOwnTime(ctx, raw);
  return readConsequences(ctx.db, { professionalId, ...asked }, ctx.now());
}
