import type { Context } from "../context.server.ts";
import { changeImage } from "../media/change-image.server.ts";
import { changedColumns, nextVersion, requireFresh } from "../versions.ts";
import { changeOf } from "./labels.ts";
import { parseChanges } from "./parse-offering.server.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { permitPublication } from "./permit-publication.server.ts";
import { recurrenceOf } from "./rules.ts";
import { type ActivityInput, activityInput } from "./schema.ts";
import { activityColumns, countBookings, updateActivityRow } from "./store.server.ts";
import { changeSchedule } from "./write-schedule.server.ts";

/**
 * Changes the given fields of an activity, by the rules of its creation (rule: both-addresses), and
 * its coming slots like a session's (rule: slot-edits). Somebody who is about to leave cannot
 * reactivate.
 *
 * @param input `version` is the one that the edit began from.
 * @returns how many bookings to come hold a seat.
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `invalid_input`, `stale` when it
 * would undo a change made since, `conflict` when a booking is in the way: then `fields.slots` says
 * which.
 */
export async function updateActivity(
  ctx: Context,
  {
    activityId,
    changes,
    version,
  }: { activityId: unknown; changes: Partial<ActivityInput>; version?: number | undefined },
): Promise<{ booked: number }> {
  const { id, isActive } = await permitOwner(ctx, "activity", activityId);
  if (changes.isActive && !isActive) await permitPublication(ctx);
  return ctx.db.transaction(async (tx) => {
    const activity = await lockOwn(tx, "activity", id);
    const wish = parseChanges(activityInput, activity, changes);
    const image = { before: activity.imageUrl, after: wish.imageUrl };
    const changed = changedColumns(activity, activityColumns(wish));
    requireFresh(activity, version, changed, changeOf("activity"));
    await changeImage(ctx, tx, { bucket: "activity-images", ...image });
    const before = recurrenceOf(activity);
    const refusal = "Impossible de mettre à jour l'activité";
    if (await changeSchedule(ctx, tx, { kind: "activity", id, before, wish, refusal })) {
      requireFresh(activity, version, ["slots"], changeOf("activity"));
      changed.push("slots");
    }
    await updateActivityRow(tx, id, wish, nextVersion(activity, changed));
    return { booked: (await countBookings(tx, id, ctx.now())).upcoming };
  });
}
