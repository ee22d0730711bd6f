import {
  type Assertion,
  challengeOf,
  handleOf,
  type RequestOptions,
  requestOptions,
  verifyAssertion,
} from "#platform/passkeys.server.ts";
import { countAttempt, limitByAddress } from "../../accounts/limit-logins.server.ts";
import { nameDevice } from "../../accounts/logins/show-security.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { openLogin } from "../logins/log-in-operator.server.ts";
import { makeRecoveryCodes, readRecoveryCode } from "../logins/make-operator.server.ts";
import { writeRecoveryCodes } from "../logins/store.server.ts";
import { canReadTotp } from "../logins/totp-secrets.server.ts";
import {
  CHALLENGE_LIFE,
  isFresh,
  MAX_NAME,
  MAX_PASSKEYS,
  requireOperatorAtScreen,
} from "../rules.ts";
import { assertionInput, type PasskeyView } from "./schema.ts";
import {
  countRecoveryCodes,
  findPasskey,
  insertChallenge,
  listPasskeys,
  lockOperator,
  notePasskeyUse,
  readOperator,
  takeChallenge,
} from "./store.server.ts";

/**
 * Names nobody's passkeys, so everybody gets the same answer (rule: passkeys).
 * @throws AppError `rate_limited` by network address.
 */
export async function askForPasskey(ctx: Context): Promise<RequestOptions> {
  await limitByAddress(ctx, "passkey");
  const options = await requestOptions(ctx.config.appUrl, CHALLENGE_LIFE);
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_LIFE);
  await insertChallenge(ctx.db, { challenge: options.challenge, operatorId: null, expiresAt });
  return options;
}

/**
 * Stands for password and digits, since its device has seen who holds it. Answers the token.
 * @throws AppError `invalid_input` for no passkey's answer, `invalid_credentials` for a wrong one,
 * `rate_limited` and `busy` as {@link countAttempt}.
 */
export async function enterByPasskey(ctx: Context, input: unknown): Promise<string> {
  const { credential } = parseInput(assertionInput, input);
  const attempt = await countAttempt(ctx, `passkey ${credential.id}`);
  const token = await openByPasskey(ctx, credential);
  if (token === null) {
    throw new AppError("invalid_credentials", {
      message: "Cette clé d'accès n'ouvre rien ici, ou la demande a expiré. Réessayez.",
    });
  }
  await attempt.forgive();
  return token;
}

async function openByPasskey(ctx: Context, assertion: Assertion): Promise<string | null> {
  const now = ctx.now();
  const challenge = challengeOf(assertion);
  if (challenge === null) return null;
  // Before anything else: a challenge serves once, also for a wrong answer.
  if (!(await takeChallenge(ctx.db, { challenge, operatorId: null, now }))) return null;
  const found = await findPasskey(ctx.db, assertion.id);
  if (!found) return null;
  const { passkey, operator } = found;
  if (assertion.response.userHandle !== handleOf(operator.id)) return null;
  let counter: number;
  try {
    counter = await verifyAssertion(ctx.config.appUrl, assertion, challenge, passkey);
  } catch (error) {
    ctx.log.warn({ why: String(error), passkeyId: passkey.id }, "a passkey was refused");
    return null;
  }
  return ctx.db.transaction(async (tx) => {
    if (!(await notePasskeyUse(tx, passkey.id, { counter, now }))) {
      ctx.log.warn({ passkeyId: passkey.id }, "a passkey counts backwards: it may be a copy");
      return null;
    }
    return openLogin(ctx, tx, operator, { act: "passkey_used", passkeyId: passkey.id });
  });
}

/** `mayAdd`: « login » needs a newer login, « full » has the most there may be (rule: passkeys). */
export async function showOwnAccess(ctx: Context): Promise<{
  passkeys: PasskeyView[];
  recoveryCodes: number;
  canReadDigits: boolean;
  mayAdd: "yes" | "login" | "full";
  mayRenewCodes: boolean;
  suggestedName: string;
}> {
  const { operatorId, login } = requireOperatorAtScreen(ctx);
  const passkeys = await listPasskeys(ctx.db, operatorId);
  const isFull = passkeys.length >= MAX_PASSKEYS;
  return {
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name, createdAt, usedAt },
      isCurrent: id === login?.passkeyId,
    })),
    recoveryCodes: await countRecoveryCodes(ctx.db, operatorId),
    canReadDigits: canReadTotp(ctx, await readOperator(ctx.db, operatorId)),
    mayRenewCodes: isFresh(login, ctx.now()),
    mayAdd: isFull ? "full" : isFresh(login, ctx.now()) ? "yes" : "login",
    suggestedName: nameDevice("browser", ctx.userAgent).slice(0, MAX_NAME),
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
