import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { makeRecoveryCodes, readRecoveryCode } from "../logins/make-operator.server.ts";
import { writeRecoveryCodes } from "../logins/store.server.ts";
import { requireOperatorAtScreen } from "../rules.ts";
import { isFresh } from "./rules.ts";
import { countRecoveryCodes, lockOperator } from "./store.server.ts";

/**
 * Gives the operator new recovery codes instead of all that they had (rule: operator-login).
 *
 * @returns the codes, to be shown once.
 * @throws AppError `not_found`; `forbidden` when the login is not new enough.
 */
export async function renewRecoveryCodes(ctx: Context): Promise<string[]> {
  const { operatorId, login } = requireOperatorAtScreen(ctx);
  if (!isFresh(login, ctx.now())) {
    const message =
      "Pour de nouveaux codes, votre connexion doit dater de moins de 15 minutes : sortez, et entrez de nouveau.";
    throw new AppError("forbidden", { message });
  }
  const codes = makeRecoveryCodes();
  await ctx.db.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const left = await countRecoveryCodes(tx, operatorId);
    await writeRecoveryCodes(tx, operatorId, codes.map(readRecoveryCode));
    const object = { kind: "operator" as const, id: operatorId };
    const counts = { before: { codesLeft: left }, after: { codesLeft: codes.length } };
    await recordAct(ctx, tx, { act: "recovery_codes_renewed", object, ...counts });
  });
  return codes;
}
