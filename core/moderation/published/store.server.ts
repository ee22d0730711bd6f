import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { publishedTexts } from "../../column-facts.server.ts";
import {
  activityTypes,
  contentReports,
  offerings,
  professionalProfiles,
  profiles,
  proofs,
} from "../../tables.server.ts";
import type { Published } from "../schema.ts";

/** Null if it was deleted, or the account is not open. */
export async function findPublished(db: Executor, id: string): Promise<Published | null> {
  const isOpen = eq(profiles.accountStatus, "active");
  const [offered] = await db
    .select({ offering: offerings, professional: professionalProfiles, email: profiles.email })
    .from(offerings)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, offerings.professionalId))
    .innerJoin(profiles, and(eq(profiles.id, professionalProfiles.userId), isOpen))
    .where(and(eq(offerings.id, id), isNull(offerings.deletedAt)));
  if (offered) {
    const { offering, professional, email } = offered;
    const { title } = offering;
    return {
      ...{ offeringId: id, professionalId: professional.id, kind: offering.kind, title, email },
      ...{ professional: professional.businessName, userId: professional.userId },
      texts: publishedTexts(offerings, offering),
      ...{ imageUrl: offering.imageUrl, isActive: offering.isActive },
      ...{
        isGone: false,
        isWithheld: offering.withheldAt !== null,
        publishedAt: offering.createdAt,
      },
    };
  }
  const [own] = await db
    .select({ professional: professionalProfiles, email: profiles.email })
    .from(professionalProfiles)
    .innerJoin(profiles, and(eq(profiles.id, professionalProfiles.userId), isOpen))
    .where(eq(professionalProfiles.id, id));
  if (!own) return null;
  const { businessName, userId, createdAt } = own.professional;
  return {
    ...{ offeringId: null, professionalId: id, kind: "professional", userId, email: own.email },
    ...{ title: businessName, professional: businessName, imageUrl: null },
    texts: publishedTexts(professionalProfiles, own.professional),
    ...{ isGone: false, isActive: true, isWithheld: false, publishedAt: createdAt },
  };
}

/** Falls back to what was reported once it is published no more. */
export async function findContent(db: Executor, id: string): Promise<Published | null> {
  return (await findPublished(db, id)) ?? findReported(db, id);
}

async function findReported(db: Executor, id: string): Promise<Published | null> {
  const isAbout = or(
    eq(contentReports.offeringId, id),
    and(isNull(contentReports.offeringId), eq(contentReports.professionalId, id)),
  );
  const [found] = await db
    .select({
      report: contentReports,
      professional: professionalProfiles.businessName,
      userId: professionalProfiles.userId,
      email: profiles.email,
    })
    .from(contentReports)
    .innerJoin(professionalProfiles, eq(professionalProfiles.id, contentReports.professionalId))
    .innerJoin(profiles, eq(profiles.id, professionalProfiles.userId))
    .where(and(isAbout, sql`${contentReports.snapshot} is not null`))
    .orderBy(sql`${contentReports.createdAt} desc`)
    .limit(1);
  if (!found) return null;
  const { report, ...whose } = found;
  const { offeringId, professionalId, snapshot, createdAt } = report;
  if (!snapshot) return null;
  return {
    ...{ offeringId, professionalId, ...whose, ...snapshot },
    ...{ isGone: true, isActive: false, isWithheld: false, publishedAt: createdAt },
  };
}

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
