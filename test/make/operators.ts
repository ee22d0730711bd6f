import { operatorLoginHeaders } from "#app/cookies/operator-login.server.ts";
import type { Context } from "#core/context.server.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import { logInOperator, resolveOperator } from "#core/operators/logins/log-in-operator.server.ts";
import { makeOperator as letIn } from "#core/operators/logins/make-operator.server.ts";
import { addPasskey, offerPasskey } from "#core/operators/passkeys/add-passkey.server.ts";
import { askForPasskey, enterByPasskey } from "#core/operators/passkeys/enter-by-passkey.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { ROLES, type Role } from "#core/roles.ts";
import type { Assertion, RequestOptions } from "#platform/passkeys.server.ts";
import { makeAuthenticator } from "./authenticator.ts";
import { cookieOf } from "./browser.ts";
import { makeConfig, NOW } from "./context.ts";
import { next } from "./people.ts";

/** The reasons of a suspension of which a test says nothing more. */
export const SUSPENSION = { basis: "rules", source: "looked", reason: "Pour un essai." } as const;

/** At an address of a name that a passkey can belong to. */
export const OPERATOR_CONFIG = makeConfig({ appUrl: "https://parenthese.example.fr" });

/** The same context so many milliseconds after {@link NOW}. */
export const later = <C extends Context>(ctx: C, milliseconds: number): C => ({
  ...ctx,
  now: () => new Date(NOW.getTime() + milliseconds),
});

/** A device's answer as a form sends it. */
export const written = (answer: unknown) => JSON.stringify(answer);

/** The acts on an operator's access, the newest first. */
export async function actsOf(operator: Context) {
  const id = String(operator.operator?.operatorId);
  return (await listActsOn(operator, { kind: "operator", id })).map(({ act }) => act);
}

/** An operator with these roles, with all that lets them in. */
export async function makeOperator(ctx: Context, roles: readonly Role[] = ROLES, name = "Léa") {
  const email = `operateur-${next()}@example.fr`;
  const asked = { email, name, roles: [...roles], reason: "Pour un essai." };
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
  await addPasskey(operator, { name, credential: written(device.create(options)) });
  return device;
}

/** Comes in by a passkey. @returns the login's token. */
export async function enterBy(
  ctx: Context,
  answer: (options: RequestOptions) => Assertion,
): Promise<string> {
  const options = await askForPasskey(ctx);
  return enterByPasskey(ctx, { credential: written(answer(options)) });
}
