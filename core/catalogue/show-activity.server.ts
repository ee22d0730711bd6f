import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { KIND_WORDS } from "./labels.ts";
import type { ActivityView } from "./schema.ts";
import { showActivities } from "./show-activities.server.ts";

const address = z.object({ activityId: z.uuid() });

/**
 * One activity with its future slots, for its page. Shown even when it is no longer offered,
 * because people keep addresses (rule: not-found).
 *
 * @throws AppError `not_found` when it does not exist or its professional is gone.
 */
export async function showActivity(ctx: Context, raw: unknown): Promise<ActivityView> {
  const asked = address.safeParse(raw);
  const [found] = asked.success ? await showActivities(ctx, [asked.data.activityId]) : [];
  if (!found) throw new AppError("not_found", { message: KIND_WORDS.activity.notFound });
  return found;
}
