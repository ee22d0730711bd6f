import { nameDevice } from "../../accounts/logins/name-device.server.ts";
import type { Context } from "../../context.server.ts";
import { canReadTotp } from "../logins/totp-secrets.server.ts";
import { requireOperatorAtScreen } from "../rules.ts";
import { isFresh, NAME_MAX, PASSKEYS_MAX } from "./rules.ts";
import type { PasskeyView } from "./schema.ts";
import { countRecoveryCodes, listPasskeys, readOperator } from "./store.server.ts";

/**
 * Lists the operator's own ways in (rule: passkeys).
 *
 * @returns `mayAdd`: « login » when the login has to be newer for it, « full » at the most that there
 *   may be. `suggestedName`: of this device, for a passkey that is made on it.
 * @throws AppError `not_found`.
 */
export async function showOwnAccess(ctx: Context): Promise<{
  passkeys: PasskeyView[];
  recoveryCodes: number;
  canReadDigits: boolean;
  mayAdd: "yes" | "login" | "full";
  /** False when the login has to be newer for it. */
  mayRenewCodes: boolean;
  suggestedName: string;
}> {
  const { operatorId, login } = requireOperatorAtScreen(ctx);
  const passkeys = await listPasskeys(ctx.db, operatorId);
  const isFull = passkeys.length >= PASSKEYS_MAX;
  return {
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name, createdAt, usedAt },
      isCurrent: id === login?.passkeyId,
    })),
    recoveryCodes: await countRecoveryCodes(ctx.db, operatorId),
    canReadDigits: canReadTotp(ctx, await readOperator(ctx.db, operatorId)),
    mayRenewCodes: isFresh(login, ctx.now()),
    mayAdd: isFull ? "full" : isFresh(login, ctx.now()) ? "yes" : "login",
    suggestedName: nameDevice("browser", ctx.userAgent).slice(0, NAME_MAX),
  };
}
