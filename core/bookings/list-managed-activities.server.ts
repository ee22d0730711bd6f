import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { groupWithSlots, MAX_MANAGED } from "./list-managed-sessions.server.ts";
import type { ManagedGroups } from "./rules.ts";
import type { ManagedOffering } from "./schema.ts";
import { listOwnOfferings } from "./store.server.ts";

/**
 * The caller's activities with slots and bookings, in the groups of the manager of sessions. Null
 * without a professional profile.
 *
 * @throws AppError `unauthenticated`.
 */
export async function listManagedActivities(
  ctx: Context,
): Promise<ManagedGroups<ManagedOffering> | null> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) return null;
  const own = await listOwnOfferings(ctx.db, { kind: "activity", professionalId }, MAX_MANAGED);
  return groupWithSlots(ctx, "activity", own);
}
