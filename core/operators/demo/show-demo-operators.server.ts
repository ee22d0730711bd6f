import { totpCode } from "#platform/totp.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { ROLE_NAMES } from "../../roles.ts";
import { saveOperator } from "../logins/make-operator.server.ts";
import { findOperator } from "../logins/store.server.ts";
import { COMMAND_LINE, DEMO_WITHOUT_CODE } from "../rules.ts";
import { DEMO_OPERATORS, DEMO_PASSWORD } from "./rules.ts";

/** @throws AppError `not_found` outside the demo, whose secrets nobody else has. */
export function showDemoOperators(ctx: Context): {
  operators: { email: string; name: string; roles: string; code: string | null }[];
  password: string;
} {
  if (!ctx.config.demo) throw new AppError("not_found");
  const operators = DEMO_OPERATORS.map(({ email, name, roles, secret }) => ({
    ...{ email, name },
    code: email === DEMO_WITHOUT_CODE ? null : totpCode(secret, ctx.now()),
    roles: roles.map((role) => ROLE_NAMES[role]).join(", "),
  }));
  return { operators, password: DEMO_PASSWORD };
}

export async function makeDemoOperators(ctx: Context): Promise<void> {
  for (const { secret, ...operator } of DEMO_OPERATORS) {
    if (await findOperator(ctx.db, operator.email)) continue;
    const access = { password: DEMO_PASSWORD, secret, recoveryCodes: [`${secret.slice(10, 20)}`] };
    await saveOperator(
      { ...ctx, operator: COMMAND_LINE },
      { ...operator, reason: "Accès de la démonstration." },
      access,
    );
  }
}
