import { nameDevice } from "../../accounts/logins/name-device.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { makeRecoveryCodes, readRecoveryCode } from "../logins/make-operator.server.ts";
import { writeRecoveryCodes } from "../logins/store.server.ts";
import { canReadTotp } from "../logins/totp-secrets.server.ts";
import { requireOperatorAtScreen } from "../rules.ts";
import { isFresh, NAME_MAX, PASSKEYS_MAX } from "./rules.ts";
import type { PasskeyView } from "./schema.ts";
import { countRecoveryCodes, listPasskeys, lockOperator, readOperator } from "./store.server.ts";

/** `mayAdd`: « login » needs a newer login, « full » has the most there may be (rule: passkeys). */
export async function showOwnAccess(ctx: Context): Promise<{
  passkeys: PasskeyView[];
  recoveryCodes: number;
  canReadDigits: boolean;
  mayAdd: "yes" | "login" | "full";
  /** False when the login has to be newer. */
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

/** Replaces all they had (rule: operator-login). @throws AppError `forbidden` by an old login. */
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
