import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import type { OfferedActivity } from "../professionals/schema.ts";
import { listBookable } from "./list-bookable.server.ts";
import { readOfferedActivities } from "./store.server.ts";

const SESSIONS = 6;
const ACTIVITIES = 12;

export interface ProfessionalOffers {
  sessions: SessionCardView[];
  sessionCount: { count: number; hasMore: boolean };
  activities: OfferedActivity[];
}

export async function showProfessionalOffers(
  ctx: Context,
  professionalId: string,
): Promise<ProfessionalOffers> {
  const [{ sessions, ...sessionCount }, activities] = await Promise.all([
    listBookable(ctx, { professionalId, limit: SESSIONS }),
    readOfferedActivities(ctx.reads, professionalId, { now: ctx.now(), limit: ACTIVITIES }),
  ]);
  return { sessions, sessionCount, activities };
}
