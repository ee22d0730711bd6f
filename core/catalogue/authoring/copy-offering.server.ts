import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { holdTypes } from "../activity-types/hold-types.server.ts";
import { copyTitle } from "../labels.ts";
import { requireShowable } from "../removals/require-showable.server.ts";
import type { SlotKind } from "../schema.ts";
import { OFFERING_KINDS } from "./offering-kinds.server.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { insertCopy } from "./store.server.ts";

/**
 * Copies without slots, paused (rules: first-publication, quota-month).
 * @throws AppError `payments_required` without a payment account, `quota_reached`, `conflict` for
 * what is withheld.
 */
export async function copyOffering(
  ctx: Context,
  kind: SlotKind,
  offeringId: string,
): Promise<{ id: string }> {
  const { userId } = requireActor(ctx);
  const source = await permitOwner(ctx, kind, offeringId);
  await requireShowable(ctx.db, source);
  const { permit, takeQuota } = OFFERING_KINDS[kind];
  await permit(ctx);
  const id = newId();
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await holdTypes(tx);
    await lockPractitioner(tx, source.professionalId);
    const row = await lockOwn(tx, kind, source.id);
    await takeQuota(tx, userId, now);
    await insertCopy(tx, row, { id, title: copyTitle(row.title), now });
  });
  return { id };
}
