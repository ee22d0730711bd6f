import type { Operator } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { AppError } from "../errors.ts";
import { ROLE_NAMES, ROLES, type Role } from "../roles.ts";

/** Whoever has the machine may do everything. */
export const COMMAND_LINE: Operator = { operatorId: null, name: "cli", roles: ROLES };

/** Milliseconds until a login ends, unused and in any case (rule: operator-login). */
export const OPERATOR_IDLE = 15 * MINUTE;
export const OPERATOR_LOGIN_LIFE = 12 * HOUR;
export const SEEN_EVERY = MINUTE;

/** In the demo alone, no second factor is asked. */
export const DEMO_WITHOUT_CODE = "operateur@example.fr";

export const RECOVERY_CODES = 10;

/** For what they only do themselves. @throws AppError `not_found`, at the command line too. */
export function requireOperatorAtScreen(ctx: {
  operator: Operator | null;
}): Operator & { operatorId: string } {
  const { operatorId, ...operator } = requireOperator(ctx);
  if (operatorId === null) throw new AppError("not_found");
  return { ...operator, operatorId };
}

/**
 * @throws AppError `not_found` to others, `forbidden` without one of the roles,
 * which each use case names (rule: operator-roles).
 */
export function requireOperator(ctx: { operator: Operator | null }, ...any: Role[]): Operator {
  const { operator } = ctx;
  if (!operator) throw new AppError("not_found");
  if (any.length > 0 && !any.some((role) => operator.roles.includes(role))) {
    const roles = any.map((role) => ROLE_NAMES[role].toLowerCase()).join(" ou ");
    throw new AppError("forbidden", { message: `Ce geste demande le rôle ${roles}.` });
  }
  return operator;
}

/** Milliseconds to answer a challenge. */
export const CHALLENGE_LIFE = 5 * MINUTE;
/** Age of a login that may change who enters: a screen left open must not give lasting access. */
export const FRESH = 15 * MINUTE;
export const MAX_PASSKEYS = 10;
export const MAX_NAME = 60;

export function isFresh(login: { openedAt: Date } | undefined, now: Date): boolean {
  return login !== undefined && now.getTime() - login.openedAt.getTime() < FRESH;
}

/** No other passkey, readable secret or recovery code is left (rule: passkeys). */
export function isLastWayIn(ways: {
  passkeys: number;
  canReadDigits: boolean;
  recoveryCodes: number;
}): boolean {
  return ways.passkeys <= 1 && !ways.canReadDigits && ways.recoveryCodes === 0;
}
