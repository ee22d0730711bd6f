import { and, eq } from "drizzle-orm";
import { makeDemoOperators } from "#core/operators/demo/show-demo-operators.server.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import { reviewReports, reviews } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { INES } from "./accounts.ts";
import { makeContext } from "./bookings.ts";
import { professionalIdOf } from "./people.ts";

/** Lets the demo's operators in, and gives them a first review to decide about. */
export async function openOffice(db: Database, env: NodeJS.ProcessEnv, now: Date): Promise<void> {
  const ctx = { ...makeContext(db, env), actor: null, now: () => now };
  try {
    await makeDemoOperators(ctx);
    if ((await db.$count(reviewReports)) === 0) await reportOne(ctx, professionalIdOf(INES));
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
