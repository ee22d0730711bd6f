import { requireActor } from "../accounts/rules.ts";
import { generateSlotsOf } from "../catalogue/slots/generate-slots.server.ts";
import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { findTaxRequest } from "../professionals/tax-requests/require-tax-details.server.ts";
import { holdsFrom, isHeld } from "../professionals/tax-requests/rules.ts";
import { findVat, writeVat } from "../professionals/vat-rate.server.ts";
import { areDetailsDue, yearOf } from "./rules.ts";
import { type OwnTaxDetails, taxDetailsInput } from "./schema.ts";
import { countSales, endRequest, findTaxDetails, writeTaxDetails } from "./store.server.ts";

/** Null without any (rule: tax-details). @throws AppError `forbidden` without a profile. */
export async function showTaxDetails(ctx: Context): Promise<OwnTaxDetails> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const [details, vat, request, sales] = await Promise.all([
    findTaxDetails(ctx.db, professionalId),
    findVat(ctx.db, professionalId),
    findTaxRequest(ctx.db, professionalId),
    countSales(ctx.db, professionalId, yearOf(ctx.now()).from),
  ]);
  return {
    ...{ details, vat, ...sales },
    isDue: details === null && (request !== null || areDetailsDue(sales)),
    heldFrom: request && formatLongDate(holdsFrom(request)),
    isHeld: request !== null && isHeld(request, ctx.now()),
  };
}

/**
 * Charges VAT from the next booking on, and publishes again (rules: receipt, tax-details).
 * @throws AppError `forbidden` without a professional profile.
 */
export async function editTaxDetails(ctx: Context, input: unknown): Promise<void> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const details = parseInput(taxDetailsInput, input);
  const either =
    details.legalForm === "person"
      ? { birthDate: details.birthDate, registration: null }
      : { birthDate: null, registration: details.registration };
  const { vatStatus, vatNumber, ...fields } = details;
  await ctx.db.transaction(async (tx) => {
    await writeVat(tx, professionalId, { vatStatus, vatNumber });
    await writeTaxDetails(tx, professionalId, { ...fields, ...either }, ctx.now());
    const wasAsked = await endRequest(tx, professionalId);
    if (wasAsked) await generateSlotsOf(ctx, tx, professionalId);
  });
}
