import { and, eq, isNull } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { publishedTexts } from "../../column-facts.server.ts";
import { activityTypes, offerings, professionalProfiles, proofs } from "../../tables.server.ts";

export async function listTextsOf(
  db: Executor,
  professionalId: string,
): Promise<{ text: string; category: string | null }[]> {
  const own = await db
    .select()
    .from(professionalProfiles)
    .where(eq(professionalProfiles.id, professionalId));
  const offered = await db
    .select({ offering: offerings, type: activityTypes.name })
    .from(offerings)
    .leftJoin(activityTypes, eq(activityTypes.id, offerings.activityTypeId))
    .where(
      and(
        eq(offerings.professionalId, professionalId),
        eq(offerings.isActive, true),
        isNull(offerings.deletedAt),
      ),
    );
  return [
    ...own.map((row) => ({
      text: publishedTexts(professionalProfiles, row).join("\n"),
      category: null,
    })),
    ...offered.map(({ offering, type }) => ({
      text: publishedTexts(offerings, offering).join("\n"),
      category: offering.category ?? type,
    })),
  ];
}

export async function findKnownTitle(db: Executor, professionalId: string): Promise<string | null> {
  const [row] = await db
    .select({ title: proofs.title })
    .from(proofs)
    .where(
      and(
        eq(proofs.professionalId, professionalId),
        eq(proofs.kind, "title"),
        eq(proofs.status, "accepted"),
      ),
    );
  return row?.title ?? null;
}
