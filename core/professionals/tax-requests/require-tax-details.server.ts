import { eq, sql } from "drizzle-orm";
import type { Executor } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { taxRequests } from "../../tables.server.ts";
import { isHeld } from "./rules.ts";

const request = { askedAt: taxRequests.askedAt, reminders: taxRequests.reminders };

export async function findTaxRequest(db: Executor, professionalId: string) {
  const [row] = await db
    .select(request)
    .from(taxRequests)
    .where(eq(taxRequests.professionalId, professionalId));
  return row ?? null;
}

/**
 * What is published stays.
 * @throws AppError `forbidden` after two reminders (rule: tax-details).
 */
export async function requireTaxDetails(db: Executor, professionalId: string, now: Date) {
  const request = await findTaxRequest(db, professionalId);
  if (request && isHeld(request, now)) throw new AppError("forbidden", { message: HELD });
}

export async function isOwnerHeld(db: Executor, offeringId: string, now: Date): Promise<boolean> {
  const owner = sql`(select o.professional_id from offerings o where o.id = ${offeringId})`;
  const [row] = await db
    .select(request)
    .from(taxRequests)
    .where(sql`${taxRequests.professionalId} = ${owner}`);
  return row !== undefined && isHeld(row, now);
}

const HELD =
  "Vos informations fiscales manquent toujours après deux rappels : la loi nous interdit de publier de nouvelles séances. Complétez-les dans votre profil, et c'est levé aussitôt.";
