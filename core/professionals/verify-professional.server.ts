import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { parseInput } from "../parse.ts";
import { findProfessionalOf, setVerified } from "./store.server.ts";

const verifyInput = z.object({ email: emailAddress, verified: z.boolean() });

/**
 * Gives a professional the verified tick, or takes it back (rule: own-fields). For the operator's command line
 * only.
 *
 * @returns the business's name.
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function verifyProfessional(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<string> {
  const { email, verified } = parseInput(verifyInput, input);
  return ctx.db.transaction(async (tx) => {
    const professional = await findProfessionalOf(tx, email);
    if (!professional) {
      throw new AppError("not_found", { message: "Cet e-mail n'est pas celui d'un praticien." });
    }
    await setVerified(tx, professional.id, verified);
    await refreshListingsOfProfessional(tx, professional.id, ctx.now());
    return professional.businessName;
  });
}
