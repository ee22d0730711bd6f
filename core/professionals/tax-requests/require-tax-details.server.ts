import type { Executor } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { isHeld } from "./rules.ts";
import { findRequestOf, findTaxRequest } from "./store.server.ts";

export { findTaxRequest } from "./store.server.ts";

/**
 * What is published stays.
 * @throws AppError `forbidden` after two reminders (rule: tax-details).
 */
export async function requireTaxDetails(db: Executor, professionalId: string, now: Date) {
  const request = await findTaxRequest(db, professionalId);
  if (request && isHeld(request, now)) throw new AppError("forbidden", { message: HELD });
}

export async function isOwnerHeld(db: Executor, offeringId: string, now: Date): Promise<boolean> {
  const request = await findRequestOf(db, offeringId);
  return request !== null && isHeld(request, now);
}

const HELD =
  "Vos informations fiscales manquent toujours après deux rappels : la loi nous interdit de publier de nouvelles séances. Complétez-les dans votre profil, et c'est levé aussitôt.";
