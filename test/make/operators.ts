import { operatorLoginHeaders } from "#app/cookies/operator-login.server.ts";
import type { Context } from "#core/context.server.ts";
import { logInOperator } from "#core/operators/logins/log-in-operator.server.ts";
import { makeOperator as letIn } from "#core/operators/logins/make-operator.server.ts";
import { resolveOperator } from "#core/operators/logins/resolve-operator.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { ROLES, type Role } from "#core/roles.ts";
import { cookieOf } from "./browser.ts";
import { next } from "./people.ts";

/** An operator with these roles, with all that lets them in. */
export async function makeOperator(ctx: Context, roles: readonly Role[] = ROLES, name = "Léa") {
  const email = `operateur-${next()}@example.fr`;
  const asked = { email, name, roles: [...roles] };
  return { email, ...(await letIn({ ...ctx, operator: COMMAND_LINE }, asked)) };
}

/** The context of somebody who has just come in by a recovery code, with their cookie's token. */
export async function makeOperatorContext(
  ctx: Context,
  roles: readonly Role[] = ROLES,
  name = "Léa",
): Promise<Context & { token: string }> {
  const { email, password, recoveryCodes } = await makeOperator(ctx, roles, name);
  const token = await logInOperator(ctx, { email, password, code: recoveryCodes[0] });
  return { ...ctx, operator: await resolveOperator(ctx, token), token };
}

/** The `Cookie` header of an operator who has just come in. */
export async function operatorCookie(ctx: Context, roles: readonly Role[] = ROLES) {
  const { token } = await makeOperatorContext(ctx, roles);
  return cookieOf(operatorLoginHeaders(ctx, token).getSetCookie());
}
