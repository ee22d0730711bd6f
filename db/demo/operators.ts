import { and, eq, like } from "drizzle-orm";
import { filterContent } from "#core/moderation/filter-content.server.ts";
import { makeDemoOperators } from "#core/operators/demo/show-demo-operators.server.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import {
  contentReports,
  professionalProfiles,
  reviewReports,
  reviews,
} from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { INES } from "./accounts.ts";
import { makeContext } from "./bookings.ts";
import { professionalIdOf } from "./people.ts";

/** Lets the demo's operators in, and gives them a first review and a first page to decide about. */
export async function openOffice(db: Database, env: NodeJS.ProcessEnv, now: Date): Promise<void> {
  const ctx = { ...makeContext(db, env), actor: null, now: () => now };
  try {
    await makeDemoOperators(ctx);
    if ((await db.$count(reviewReports)) === 0) await reportOne(ctx, professionalIdOf(INES));
    if ((await db.$count(contentReports)) === 0) await filterOne(ctx);
  } finally {
    await ctx.passwords.close();
  }
}

async function reportOne(
  ctx: Parameters<typeof reportReview>[0],
  professionalId: string,
): Promise<void> {
  const [shown] = await ctx.db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.professionalId, professionalId), eq(reviews.status, "published")))
    .limit(1);
  if (!shown) return;
  await reportReview(ctx, {
    ...{ review: shown.id, reason: "off_topic" },
    text: "Cet avis parle d'une autre séance que celle-ci.",
  });
}

/** A page with the name of a protected profession, as the filter finds it when one is published. */
async function filterOne(ctx: Parameters<typeof filterContent>[0]): Promise<void> {
  const [shown] = await ctx.db
    .select({ id: professionalProfiles.id })
    .from(professionalProfiles)
    .where(like(professionalProfiles.businessDescription, "Psychologue%"))
    .limit(1);
  if (shown) await filterContent(ctx, { contentId: shown.id });
}
