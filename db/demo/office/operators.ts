import { and, eq, like } from "drizzle-orm";
import type { Context } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { DAY } from "#core/durations.ts";
import { filterContent } from "#core/moderation/report-content.server.ts";
import { makeDemoOperators } from "#core/operators/demo/show-demo-operators.server.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import { reportReview } from "#core/reviews/reports/report-review.server.ts";
import {
  contentReports,
  mails,
  professionalProfiles,
  proofs,
  reviewReports,
  reviews,
} from "#core/tables.server.ts";
import { checkProofs } from "#core/verifications/check-proofs.server.ts";
import { submitProof } from "#core/verifications/submit-proof.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { INES, LEO } from "../accounts.ts";
import { makeContext, noteSent } from "../context.ts";
import { readDemoRecord, writeDemoRecord } from "../demo-record.ts";
import { paperOf } from "../paper-of.ts";
import { professionalIdOf, userIdOf } from "../people.ts";
import type { Simulator } from "../simulator.ts";
import { openCases } from "./cases.ts";
import { readPapers } from "./read-papers.ts";

/** Of the administration. */
const NADIA = "nadia@operateur.example";

/** Lets the demo's operators in, and gives them something of every kind to decide about. */
export async function openOffice(
  db: Database,
  env: NodeJS.ProcessEnv,
  simulator: Simulator,
  now: Date,
): Promise<void> {
  const ctx = { ...makeContext(db, env), actor: null, now: () => now };
  try {
    await makeDemoOperators(ctx);
    await readPapers(ctx, NADIA);
    if ((await db.$count(reviewReports)) === 0) await reportOne(ctx, professionalIdOf(INES));
    if ((await db.$count(contentReports)) === 0) await filterOne(ctx);
    await verifyOne(ctx);
    const mark = await readDemoRecord(db);
    if (!mark || mark.hasCases) return;
    await openCases(ctx, simulator, now);
    await writeDemoRecord(db, { ...mark, hasCases: true });
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

/** Léo asks for the tick, so that there is something to read. */
async function verifyOne(ctx: Omit<Context, "actor">): Promise<void> {
  const professionalId = professionalIdOf(LEO);
  const isHis = eq(proofs.professionalId, professionalId);
  if ((await ctx.db.$count(proofs, isHis)) > 0) return;
  const leo: Context = {
    ...ctx,
    actor: {
      ...{ userId: userIdOf(LEO.email), email: LEO.email, professionalId, isPro: true },
      ...{ firstName: LEO.firstName, lastName: LEO.lastName, isClient: false },
      ...{ hasActiveSubscription: true, mustChangePassword: false },
    },
  };
  const day = (days: number) => dayKey(new Date(ctx.now().getTime() + days * DAY));
  const own = await showOwnProfessional(leo);
  await submitProof(leo, { kind: "company", number: own?.siret ?? "" });
  const diploma = {
    title: "Certificat de praticien en massage",
    issuer: "Institut du lac, Annecy",
  };
  await submitProof(leo, {
    ...{ kind: "diploma", ...diploma, issuedOn: "2024-06-21" },
    file: paperOf("Certificat", [diploma.title, "Léo Marchand", diploma.issuer]),
  });
  const insurance = { title: "RC professionnelle 77 502", issuer: "Mutuelle des Deux Rives" };
  await submitProof(leo, {
    ...{ kind: "insurance", ...insurance, issuedOn: day(-320), expiresOn: day(45) },
    file: paperOf("Attestation", [insurance.title, "Léo Marchand", insurance.issuer]),
  });
  await checkProofs(leo, { professionalId });
  await noteSent(ctx.db, eq(mails.kind, "proof-received"));
}
