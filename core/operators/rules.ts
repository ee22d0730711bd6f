import type { Operator } from "../context.server.ts";
import { HOUR, MINUTE } from "../durations.ts";
import { AppError } from "../errors.ts";
import { ROLES, type Role } from "../roles.ts";
import { ROLE_NAMES } from "./labels.ts";

/** The author of what is done by `npm run cli`: whoever has the machine may do everything. */
export const COMMAND_LINE: Operator = { operatorId: null, name: "cli", roles: ROLES };

/** Milliseconds after which an operator's login ends: unused, and in any case (rule: operator-login). */
export const IDLE = 15 * MINUTE;
export const LONGEST = 12 * HOUR;
/** How often the use of a login is written down. */
export const SEEN_EVERY = MINUTE;

/** The one operator of whom no second factor is asked, in the demo alone. */
export const DEMO_WITHOUT_CODE = "operateur@example.fr";

/** Codes that replace the six digits once each. */
export const RECOVERY_CODES = 10;

/**
 * Returns the operator who sits before a screen, for what only they do for themselves.
 *
 * @throws AppError `not_found`, at the command line too.
 */
export function requireOperatorAtScreen(ctx: {
  operator: Operator | null;
}): Operator & { operatorId: string } {
  const { operatorId, ...operator } = requireOperator(ctx);
  if (operatorId === null) throw new AppError("not_found");
  return { ...operator, operatorId };
}

/**
 * Returns the operator, for every use case that is theirs alone (rule: operator-roles). Nobody else
 * is told that it exists.
 *
 * @throws AppError `not_found`; `forbidden` without any of the roles, where there are some.
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
