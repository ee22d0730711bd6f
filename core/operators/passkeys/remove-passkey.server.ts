import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { canReadTotp } from "../logins/totp-secrets.server.ts";
import { requireOperatorAtScreen } from "../rules.ts";
import { isLastWayIn } from "./rules.ts";
import { passkeyInput } from "./schema.ts";
import { countRecoveryCodes, deletePasskey, listPasskeys, lockOperator } from "./store.server.ts";

/**
 * Removes one of the operator's own passkeys, which ends every login that it has opened (rule:
 * passkeys).
 *
 * @param input `{ passkeyId }`
 * @returns whether the login that asks has ended with it.
 * @throws AppError `invalid_input`, `not_found`; `conflict` when nothing else would let them in.
 */
export async function removePasskey(ctx: Context, input: unknown): Promise<boolean> {
  const { operatorId, login } = requireOperatorAtScreen(ctx);
  const { passkeyId } = parseInput(passkeyInput, input);
  return ctx.db.transaction(async (tx) => {
    const operator = await lockOperator(tx, operatorId);
    const passkeys = await listPasskeys(tx, operatorId);
    const gone = passkeys.find(({ id }) => id === passkeyId);
    if (!gone) throw new AppError("not_found");
    const ways = {
      passkeys: passkeys.length,
      canReadDigits: canReadTotp(ctx, operator),
      recoveryCodes: await countRecoveryCodes(tx, operatorId),
    };
    if (isLastWayIn(ways)) {
      const message =
        "C'est votre seul moyen d'entrer : vos six chiffres ne peuvent pas être vérifiés et aucun code de secours ne vous reste.";
      throw new AppError("conflict", { message });
    }
    await deletePasskey(tx, passkeyId);
    const object = { kind: "operator" as const, id: operatorId };
    const before = { passkey: passkeyId, name: gone.name };
    await recordAct(ctx, tx, { act: "passkey_removed", object, before });
    return login?.passkeyId === passkeyId;
  });
}
