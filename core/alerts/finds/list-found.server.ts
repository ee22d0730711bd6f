import { whyUnreachable } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { claimAlerts } from "../guests/claim-alerts.server.ts";
import type { Alert } from "../schema.ts";
import { listOwn } from "../store.server.ts";
import { countFound } from "./store.server.ts";

/**
 * The searches that the caller keeps, the oldest first, each with the number of places that it was
 * told of and that can still be booked (rule: alerts).
 *
 * @throws AppError `unauthenticated`.
 */
export async function listFound(ctx: Context): Promise<(Alert & { found: number })[]> {
  const actor = requireActor(ctx);
  const { userId } = actor;
  await claimAlerts(ctx, actor).catch((error: unknown) => {
    // They are claimed the next time: what is theirs already can be read while nothing is written.
    if (whyUnreachable(error) === null) throw error;
    ctx.log.warn({ err: error }, "kept searches could not be claimed");
  });
  const [alerts, counts] = await Promise.all([
    listOwn(ctx.readers.fresh, { userId }),
    countFound(ctx.readers.fresh, userId, ctx.now()),
  ]);
  return alerts.map((alert) => ({ ...alert, found: counts.get(alert.id) ?? 0 }));
}
