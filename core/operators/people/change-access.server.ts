import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context, Operator } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import type { Role } from "../../roles.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { type Access, makeOperator } from "../logins/make-operator.server.ts";
import {
  closeOperator as close,
  findOperator,
  listPeople,
  lockOperators,
  writeRoles,
} from "../logins/store.server.ts";
import { isFresh, requireOperator } from "../rules.ts";
import { closingInput, type OperatorLine, operatorInput, rolesInput } from "../schema.ts";

/**
 * Their acts keep their name (rule: operators-apart).
 * @throws AppError `not_found`, `forbidden` to all but administration, `conflict` for oneself or
 * the last of the administration.
 */
export async function closeOperator(
  ctx: Context,
  input: z.input<typeof closingInput>,
): Promise<void> {
  const { operatorId } = requireOperator(ctx, "administration");
  const { email, reason } = parseInput(closingInput, input);
  await ctx.db.transaction(async (tx) => {
    const { id, roles } = await lockOperator(tx, email);
    if (id === operatorId) {
      throw new AppError("conflict", { message: "Personne ne ferme son propre accès." });
    }
    await close(tx, email, ctx.now());
    await requireAdministration(tx, roles);
    const object = { kind: "operator" as const, id };
    await recordAct(ctx, tx, { act: "operator_closed", object, reason, before: { roles } });
  });
}

/**
 * Their logins end, so that no screen goes on with the former roles.
 * @throws AppError `not_found`, `forbidden` also by a login older than fifteen minutes, `conflict`
 * for the last of the administration.
 */
export async function changeRoles(ctx: Context, input: z.input<typeof rolesInput>): Promise<void> {
  requireFresh(ctx, requireOperator(ctx, "administration"));
  const { email, roles, reason } = parseInput(rolesInput, input);
  await ctx.db.transaction(async (tx) => {
    const { id, roles: before } = await lockOperator(tx, email);
    await writeRoles(tx, id, roles);
    await requireAdministration(tx, before);
    await recordAct(ctx, tx, {
      ...{ act: "operator_roles_changed", object: { kind: "operator", id }, reason },
      ...{ before: { roles: before }, after: { roles } },
    });
  });
}

/** Answers what lets them in, shown once. @throws AppError `conflict` for somebody inside. */
export async function inviteOperator(
  ctx: Context,
  input: z.input<typeof operatorInput>,
): Promise<Access> {
  requireFresh(ctx, requireOperator(ctx, "administration"));
  const { email } = parseInput(operatorInput, input);
  if (await findOperator(ctx.db, email)) {
    throw new AppError("conflict", { message: "Cette personne a déjà un accès." });
  }
  return makeOperator(ctx, input);
}

function requireFresh({ now }: Context, { operatorId, login }: Operator): void {
  if (operatorId === null || isFresh(login, now())) return;
  const message =
    "Pour cela, votre connexion doit dater de moins de 15 minutes : sortez, et entrez de nouveau.";
  throw new AppError("forbidden", { message });
}

async function lockOperator(tx: Transaction, email: string) {
  // All of them, so that two cannot take the administration from each other at once.
  const all = await lockOperators(tx);
  const found = all.find((one) => one.email === email);
  if (!found) throw new AppError("not_found", { message: "Aucun opérateur n'a cet e-mail." });
  return found;
}

async function requireAdministration(tx: Transaction, before: readonly Role[]): Promise<void> {
  if (!before.includes("administration")) return;
  const left = (await lockOperators(tx)).filter(({ roles }) => roles.includes("administration"));
  if (left.length === 0) {
    throw new AppError("conflict", { message: "L'administration garde au moins une personne." });
  }
}

/** @throws AppError `forbidden` to all but administration. */
export async function listOperators(ctx: Context): Promise<OperatorLine[]> {
  requireOperator(ctx, "administration");
  return listPeople(ctx.db);
}
