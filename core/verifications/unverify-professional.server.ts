import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { PROOF_KINDS } from "./rules.ts";
import { endProof, settleTick } from "./settle-tick.server.ts";
import { findProfessionalOf, lockHolder } from "./store.server.ts";

const unverifyInput = z.object({ email: emailAddress, reason: requiredReason });

/**
 * Tells them why (rule: tick).
 * @returns the business's name.
 * @throws AppError `forbidden` to other operators.
 */
export async function unverifyProfessional(
  ctx: Context,
  input: z.input<typeof unverifyInput>,
): Promise<string> {
  requireOperator(ctx, "administration");
  const { email, reason } = parseInput(unverifyInput, input);
  return ctx.db.transaction(async (tx) => {
    const found = await findProfessionalOf(tx, email);
    const holder = found && (await lockHolder(tx, found));
    if (!holder) {
      throw new AppError("not_found", { message: "Cet e-mail n'est pas celui d'un praticien." });
    }
    for (const kind of PROOF_KINDS) {
      await endProof(ctx, tx, holder, kind, reason);
    }
    await settleTick(tx, holder, ctx.now());
    await recordAct(ctx, tx, {
      act: "professional_unverified",
      ...{ object: { kind: "account", id: holder.userId }, personId: holder.userId, reason },
      ...{ before: { isVerified: holder.isVerified }, after: { isVerified: false } },
    });
    return holder.businessName;
  });
}
