import type { Context } from "../context.server.ts";
import { parseOwnTime } from "./permit-own-time.server.ts";
import type { Consequences, OwnTimeInput } from "./schema.ts";
import { readConsequences } from "./store.server.ts";

/**
 * Says what hours of one's own would close, and what is booked in them, before they are taken.
 * Nothing is locked: `addOwnTime` looks again.
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export function previewOwnTime(ctx: Context, raw: OwnTimeInput): Promise<Consequences> {
  const { professionalId, asked } = parseOwnTime(ctx, raw);
  return readConsequences(ctx.db, { professionalId, ...asked }, ctx.now());
}
