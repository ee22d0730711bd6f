import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { parseInput } from "../../parse.ts";
import { pickBoostedActivities } from "../../promotion/pick-boosted.server.ts";
import { LEAST_RESULTS, placeBoosted } from "../../promotion/rules.ts";
import { activityKey, activityListQuery, type OfferingView } from "../schema.ts";
import { showOfferings } from "./show-offering.server.ts";
import { pageOfActivities } from "./store.server.ts";

/**
 * Only payable professionals' (rule: bookable), newest first; page one opens with a boost (rule:
 * boost).
 * @throws AppError `invalid_input` for an invalid limit or cursor.
 */
export async function listActivities(
  ctx: Context,
  raw: unknown = {},
): Promise<{
  activities: OfferingView<"activity">[];
  boosted: string[];
  nextCursor: string | null;
}> {
  const { limit, cursor } = parseInput(activityListQuery, raw);
  const after = readCursor(activityKey, cursor);
  const before = after?.shown ?? [];
  const found = await pageOfActivities(ctx.reads, { after, limit: limit + 1 + before.length });
  const isLong = after === null && Math.min(found.length, limit) >= LEAST_RESULTS;
  const boosted = isLong ? await pickBoostedActivities(ctx) : [];
  const shown = [...before, ...boosted];
  const others = found.filter(({ activityId }) => !shown.includes(activityId));
  const { page, nextCursor } = pageOf(others, limit - boosted.length, (key) => ({ ...key, shown }));
  const own = page.map(({ activityId: id }) => ({ id }));
  const ids = placeBoosted(
    own,
    boosted.map((id) => ({ id })),
  ).map(({ id }) => id);
  return { activities: await showOfferings(ctx, "activity", ids), boosted, nextCursor };
}
