import { operatorLoginHeaders } from "#app/cookies/operator-login.server.ts";
import type { Context } from "#core/context.server.ts";
import { logInOperator } from "#core/operators/logins/log-in-operator.server.ts";
import { makeOperator as letIn } from "#core/operators/logins/make-operator.server.ts";
import { resolveOperator } from "#core/operators/logins/resolve-operator.server.ts";
import { addPasskey, offerPasskey } from "#core/operators/passkeys/add-passkey.server.ts";
import { askForPasskey, enterByPasskey } from "#core/operators/passkeys/enter-by-passkey.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { ROLES, type Role } from "#core/roles.ts";
import type { Assertion, RequestOptions } from "#platform/passkeys.server.ts";
import { makeAuthenticator } from "./authenticator.ts";
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

/** A device with a passkey that somebody who has just come in has added to their own. */
export async function addOwnPasskey(operator: Context, name = "Ordinateur de Léa") {
  const device = makeAuthenticator(operator.config.appUrl);
  const options = await offerPasskey(operator, { name });
  await addPasskey(operator, { name, credential: JSON.stringify(device.create(options)) });
  return device;
}

/** Comes in by a passkey. @returns the login's token. */
export async function enterBy(
  ctx: Context,
  answer: (options: RequestOptions) => Assertion,
): Promise<string> {
  const options = await askForPasskey(ctx);
  return enterByPasskey(ctx, { credential: JSON.stringify(answer(options)) });
}
