import { hashSecret, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { CannotOpen } from "#platform/seal.server.ts";
import { readTotp } from "#platform/totp.server.ts";
import { countAttempt } from "../../accounts/limit-logins.server.ts";
import { UNKNOWN_HASH } from "../../accounts/prove-password.server.ts";
import { type Context, MAX_USER_AGENT, type Operator, type Runtime } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import type { Act } from "../acts/labels.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { DEMO_WITHOUT_CODE, OPERATOR_IDLE, OPERATOR_LOGIN_LIFE, SEEN_EVERY } from "../rules.ts";
import { demoLogInInput, operatorLogInInput } from "../schema.ts";
import { readRecoveryCode } from "./make-operator.server.ts";
import {
  deleteLogin,
  findOperator,
  insertLogin,
  noteSeen,
  operatorOfLogin,
  type StoredOperator,
  takeDigits,
  takeRecoveryCode,
} from "./store.server.ts";
import { openTotp } from "./totp-secrets.server.ts";

/** For somebody proved to be this operator; last in its transaction. Answers the cookie's token. */
export async function openLogin(
  ctx: Context,
  tx: Transaction,
  { id: operatorId, name, roles }: StoredOperator,
  { act, passkeyId = null }: { act: Act; passkeyId?: string | null },
): Promise<string> {
  const now = ctx.now();
  const token = newSecret();
  await insertLogin(tx, {
    ...{ tokenHash: hashSecret(token), operatorId, passkeyId, openedAt: now, seenAt: now },
    userAgent: ctx.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
  });
  const object = { kind: "operator" as const, id: operatorId };
  await recordAct({ ...ctx, operator: { operatorId, name, roles } }, tx, { act, object });
  return token;
}

/** Notes the use of a login that is not over (rule: operator-login). */
export async function resolveOperator(
  runtime: Runtime,
  token: string | null,
): Promise<Operator | null> {
  if (!token) return null;
  const now = runtime.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const found = await operatorOfLogin(runtime.db, token, {
    opened: ago(OPERATOR_LOGIN_LIFE),
    seen: ago(OPERATOR_IDLE),
  });
  if (!found) return null;
  const { seenAt, openedAt, passkeyId, ...operator } = found;
  if (seenAt <= ago(SEEN_EVERY)) await noteSeen(runtime.db, token, now);
  return { ...operator, login: { openedAt, passkeyId } };
}

export async function logOutOperator(runtime: Runtime, token: string | null): Promise<void> {
  if (token) await deleteLogin(runtime.db, token);
}

/**
 * Asks for password and digits or a recovery code, the demo for less (rule: operator-login).
 * @throws AppError `invalid_credentials` whatever was wrong, `rate_limited`, `busy`; `unavailable`
 * when the password is right and this installation cannot read the secret of the digits.
 */
export async function logInOperator(ctx: Context, input: unknown): Promise<string> {
  const schema = ctx.config.demo ? demoLogInInput : operatorLogInInput;
  const { email, password, code } = parseInput(schema, input);
  // Apart from the public account that may have the same e-mail.
  const attempt = await countAttempt(ctx, `operator ${email}`);
  const operator = await findOperator(ctx.db, email);
  const known = operator?.passwordHash ?? UNKNOWN_HASH;
  const isPassword = await attempt.isPassword(known, password);
  const token = isPassword && operator ? await openByCode(ctx, operator, code) : null;
  if (token === null) {
    throw new AppError("invalid_credentials", {
      message: "E-mail, mot de passe ou code incorrect. Un code ne sert qu'une fois.",
    });
  }
  await attempt.forgive();
  return token;
}

async function openByCode(
  ctx: Context,
  operator: StoredOperator,
  code: string,
): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    const isOpen = ctx.config.demo && operator.email === DEMO_WITHOUT_CODE;
    const proof = isOpen && code === "" ? "password" : await takeCode(ctx, tx, operator, code);
    if (!proof) return null;
    const act = proof === "recovery" ? "recovery_code_used" : "operator_logged_in";
    return openLogin(ctx, tx, operator, { act });
  });
}

async function takeCode(
  ctx: Context,
  tx: Transaction,
  operator: StoredOperator,
  code: string,
): Promise<"digits" | "recovery" | null> {
  const { id } = operator;
  const now = ctx.now();
  const digits = code.replaceAll(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    const halfMinute = readTotp(secretOf(ctx, operator), digits, now);
    return halfMinute !== null && (await takeDigits(tx, id, halfMinute)) ? "digits" : null;
  }
  return (await takeRecoveryCode(tx, id, readRecoveryCode(code), now)) ? "recovery" : null;
}

/** A wrong key is told to whoever has the password, who can mend it. */
function secretOf(ctx: Context, operator: StoredOperator): string {
  try {
    return openTotp(ctx, operator);
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    ctx.log.error({ err: error, operatorId: operator.id }, "a second factor cannot be read");
    const message =
      "Les six chiffres ne peuvent pas être vérifiés : la clé ENCRYPTION_KEY de ce serveur n'est pas celle qui a chiffré leur secret. Entrez par un code de secours, puis rétablissez la clé.";
    throw new AppError("unavailable", { message, cause: error });
  }
}
