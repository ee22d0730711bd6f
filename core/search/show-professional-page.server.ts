import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { showProfessional } from "../professionals/directory/show-professional.server.ts";
import type { OfferedActivity, ProfessionalView } from "../professionals/schema.ts";
import { listBookable } from "./list-bookable.server.ts";
import { readMemberSince, readOfferedActivities } from "./store.server.ts";

/** Two rows of cards; the list of sessions has the rest. */
const SESSIONS = 6;
const ACTIVITIES = 12;

export interface ProfessionalPage {
  professional: ProfessionalView;
  memberSince: Date;
  /** The next bookable ones, {@link SESSIONS} at most. */
  sessions: SessionCardView[];
  /** The number of bookable ones in all; `hasMore`: there are more than were counted. */
  sessionCount: { count: number; hasMore: boolean };
  activities: OfferedActivity[];
}

/**
 * The public page of one professional (rule: public-columns), with their bookable sessions.
 *
 * @throws AppError `not_found` when there is none or their account is suspended or closed.
 */
export async function showProfessionalPage(ctx: Context, raw: unknown): Promise<ProfessionalPage> {
  const professional = await showProfessional(ctx, raw);
  const professionalId = professional.id;
  const [memberSince, { sessions, ...sessionCount }, activities] = await Promise.all([
    readMemberSince(ctx.reads, professionalId),
    listBookable(ctx, { professionalId, limit: SESSIONS }),
    readOfferedActivities(ctx.reads, professionalId, { now: ctx.now(), limit: ACTIVITIES }),
  ]);
  return { professional, memberSince, sessions, sessionCount, activities };
}
