import type { z } from "zod";
import { mailCorrection } from "../../accounts/passwords/mail-correction.server.ts";
import { emailAddress } from "../../accounts/schema.ts";
import type { Context } from "../../context.server.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { accountInput } from "../schema.ts";

const correctionInput = accountInput.extend({ email: emailAddress, reason: requiredReason });

/**
 * Counts once the new one is proved (rule: corrected-address).
 * @throws AppError `not_found`, `forbidden` to all but administration, `conflict` for an address
 * that is taken or the same, or an account that is not open.
 */
export async function correctAddress(
  ctx: Context,
  input: z.input<typeof correctionInput>,
): Promise<void> {
  requireOperator(ctx, "administration");
  const { userId, email, reason } = parseInput(correctionInput, input);
  await mailCorrection(ctx, { userId, email }, (tx, from) =>
    recordAct(ctx, tx, {
      ...{ act: "address_corrected", object: { kind: "account", id: userId } },
      ...{ personId: userId, reason, before: { email: from }, after: { email } },
    }),
  );
}
