import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { addDays, dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { endProof } from "./end-proof.server.ts";
import { PROOF_KINDS, WORD_DAYS } from "./rules.ts";
import { settleTick } from "./settle-tick.server.ts";
import { changeProofs, findProfessionalOf, insertProof, lockHolder } from "./store.server.ts";

const verifyInput = z.object({
  email: emailAddress,
  verified: z.boolean(),
  reason: requiredReason,
});

/**
 * Gives a professional the tick on the operator's own word, for a year, or ends all that it stands on
 * (rule: tick). For operators of the administration.
 *
 * @returns the business's name.
 * @throws AppError `invalid_input`, `not_found`, `forbidden`.
 */
export async function verifyProfessional(
  ctx: Context,
  input: z.input<typeof verifyInput>,
): Promise<string> {
  requireOperator(ctx, "administration");
  const { email, verified, reason } = parseInput(verifyInput, input);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await findProfessionalOf(tx, email);
    const holder = found && (await lockHolder(tx, found));
    if (!holder) {
      throw new AppError("not_found", { message: "Cet e-mail n'est pas celui d'un praticien." });
    }
    const { professionalId, userId } = holder;
    if (verified) {
      const word = { professionalId, kind: "word", status: "accepted" } as const;
      await changeProofs(tx, word, { status: "ended", endedAt: now }, now);
      const expiresOn = addDays(dayKey(now), WORD_DAYS);
      await insertProof(tx, { ...word, expiresOn, checkedAt: now, createdAt: now, decidedAt: now });
      await settleTick(tx, holder, now);
    } else {
      for (const kind of PROOF_KINDS) {
        await endProof(ctx, tx, holder, kind, reason);
      }
      await settleTick(tx, holder, now);
    }
    await recordAct(ctx, tx, {
      act: verified ? "professional_verified" : "professional_unverified",
      ...{ object: { kind: "account", id: userId }, personId: userId },
      ...{ reason, after: { isVerified: verified } },
    });
    return holder.businessName;
  });
}
