import { requireActor } from "../accounts/rules.ts";
import { generateSlotsOf } from "../catalogue/slots/generate-slots.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { writeVat } from "../professionals/vat-rate.server.ts";
import { taxDetailsInput } from "./schema.ts";
import { endRequest, writeTaxDetails } from "./store.server.ts";

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
