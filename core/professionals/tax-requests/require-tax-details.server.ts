import type { Executor } from "#platform/postgres.server.ts";
import { AppError } from "../../errors.ts";
import { isHeld, type TaxRequest } from "./rules.ts";
import { findRequest, findRequestOf } from "./store.server.ts";

/**
 * Refuses something new to a seller who has not given their tax details after two reminders (rule:
 * tax-details). What is published stays, and can be booked and changed.
 *
 * @throws AppError `forbidden`, with the way out.
 */
export async function requireTaxDetails(
  db: Executor,
  professionalId: string,
  now: Date,
): Promise<void> {
  const request = await findRequest(db, professionalId);
  if (request && isHeld(request, now)) throw new AppError("forbidden", { message: HELD });
}

/** Whether nothing new is made for the owner of an offering, whoever would make it. */
export async function isOwnerHeld(db: Executor, offeringId: string, now: Date): Promise<boolean> {
  const request = await findRequestOf(db, offeringId);
  return request !== null && isHeld(request, now);
}

/** The request that waits for a seller's answer; null without one. */
export function findTaxRequest(db: Executor, professionalId: string): Promise<TaxRequest | null> {
  return findRequest(db, professionalId);
}

const HELD =
  "Vos informations fiscales manquent toujours après deux rappels : la loi nous interdit de publier de nouvelles séances. Complétez-les dans votre profil, et c'est levé aussitôt.";
