import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import type { OfferedActivity } from "../professionals/schema.ts";
import { listBookable } from "./list-bookable.server.ts";
import { readOfferedActivities } from "./store.server.ts";

/** Two rows of cards; the list of sessions has the rest. */
const SESSIONS = 6;
const ACTIVITIES = 12;

export interface ProfessionalOffers {
  /** The next bookable ones, {@link SESSIONS} at most. */
  sessions: SessionCardView[];
  /** The number of bookable ones in all; `hasMore`: there are more than were counted. */
  sessionCount: { count: number; hasMore: boolean };
  activities: OfferedActivity[];
}

/** The bookable sessions of one professional, and their activities; none of an unknown one. */
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
