import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { actReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { findProfessionalOf, setVerified } from "./store.server.ts";

const verifyInput = z.object({ email: emailAddress, verified: z.boolean(), reason: actReason });

/**
 * Gives a professional the verified tick, or takes it back (rule: own-fields). For operators of the
 * administration.
 *
 * @returns the business's name.
 * @throws AppError `invalid_input`, `not_found`.
 */
export async function verifyProfessional(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<string> {
  requireOperator(ctx, "administration");
  const { email, verified, reason } = parseInput(verifyInput, input);
  return ctx.db.transaction(async (tx) => {
    const professional = await findProfessionalOf(tx, email);
    if (!professional) {
      throw new AppError("not_found", { message: "Cet e-mail n'est pas celui d'un praticien." });
    }
    await setVerified(tx, professional.id, verified);
    await refreshListingsOfProfessional(tx, professional.id, ctx.now());
    await recordAct(ctx, tx, {
      act: verified ? "professional_verified" : "professional_unverified",
      ...{ object: { kind: "account", id: professional.userId }, personId: professional.userId },
      ...{ reason, after: { isVerified: verified } },
    });
    return professional.businessName;
  });
}
