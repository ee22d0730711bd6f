import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { parseInput } from "../../parse.ts";
import { activityKey, activityListQuery, type OfferingView } from "../schema.ts";
import { showOfferings } from "./show-offering.server.ts";
import { pageOfActivities } from "./store.server.ts";

/**
 * Professionals' workshops, retreats and trainings: active ones whose professional can be paid
 * (rule: bookable), with slots or not, the newest first, from a cursor on.
 *
 * @throws AppError `invalid_input` for a limit or cursor that makes no sense.
 */
export async function listActivities(
  ctx: Context,
  raw: unknown = {},
): Promise<{ activities: OfferingView<"activity">[]; nextCursor: string | null }> {
  const { limit, cursor } = parseInput(activityListQuery, raw);
  const after = readCursor(activityKey, cursor);
  const found = await pageOfActivities(ctx.db, { after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(found, limit, (key) => key);
  const ids = page.map(({ activityId }) => activityId);
  return { activities: await showOfferings(ctx, "activity", ids), nextCursor };
}
