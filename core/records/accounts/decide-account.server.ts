import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { suspendAccount } from "../../privacy/suspend-account.server.ts";
import { accountInput } from "../schema.ts";
import { correctAddress } from "./correct-address.server.ts";
import { sendResetLink } from "./send-reset-link.server.ts";
import { readAccount } from "./store.server.ts";

const decisionInput = accountInput.extend({
  decision: z.enum(["suspend", "reopen", "reset", "address"], "Choisissez ce qu'il faut faire."),
  reason: requiredReason,
  /** The corrected address, which is judged only when it is asked for. */
  email: z.string().optional().catch(undefined),
});
type Decision = z.output<typeof decisionInput>["decision"];

/** Each act once it is done, as the toast says it. */
const DONE: Record<Decision, string> = {
  suspend: "Compte suspendu",
  reopen: "Compte rouvert",
  reset: "Lien envoyé",
  address: "Lien envoyé à la nouvelle adresse",
};

/**
 * Does what an operator has chosen about an account: suspends it, opens it again, corrects its
 * address (administration), or sends its owner a link to choose a password (assistance).
 *
 * @returns what was done, in words.
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict`, `rate_limited`.
 */
export async function decideAccount(ctx: Context, input: unknown): Promise<string> {
  requireOperator(ctx);
  const { userId, decision, reason, email: corrected = "" } = parseInput(decisionInput, input);
  if (decision === "address") {
    await correctAddress(ctx, { userId, email: corrected, reason });
    return DONE.address;
  }
  if (decision === "reset") {
    await sendResetLink(ctx, { userId, reason });
    return DONE.reset;
  }
  requireOperator(ctx, "administration");
  const account = await readAccount(ctx.db, userId);
  if (!account) throw new AppError("not_found", { message: "Ce compte n'existe pas." });
  const { email } = account.profile;
  const isNews = await suspendAccount(ctx, { email, suspended: decision === "suspend", reason });
  if (!isNews) throw new AppError("conflict", { message: "C'est déjà fait." });
  return DONE[decision];
}
