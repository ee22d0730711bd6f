import { randomInt } from "node:crypto";
import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { newTotpSecret, totpAddress } from "#platform/totp.server.ts";
import { hashPassword } from "../../accounts/hash-password.server.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { RECOVERY_CODES, requireOperator } from "../rules.ts";
import { operatorInput } from "../schema.ts";
import { writeOperator } from "./store.server.ts";
import { sealTotp } from "./totp-secrets.server.ts";

/** Without signs that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const random = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${random(5)}-${random(5)}`);
}

export function readRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** Shown once; kept as hashes, the secret sealed. */
export interface Access {
  password: string;
  secret: string;
  address: string;
  /** In groups, « abcde-fghjk ». */
  recoveryCodes: string[];
}

/**
 * Renews the access of a known operator, whose logins end (rule: operators-apart).
 * @throws AppError `not_found`, `forbidden` to all but administration, `busy` without a turn.
 */
export async function makeOperator(
  ctx: Context,
  input: z.input<typeof operatorInput>,
): Promise<Access> {
  requireOperator(ctx, "administration");
  const asked = parseInput(operatorInput, input);
  const { email } = asked;
  const access: Access = {
    ...{ password: random(20), secret: newTotpSecret(), address: "" },
    recoveryCodes: makeRecoveryCodes(),
  };
  access.address = totpAddress(access.secret, email);
  await saveOperator(ctx, asked, access);
  return access;
}

/** The demo's access is known beforehand. */
export async function saveOperator(
  ctx: Context,
  { email, name, roles, reason }: z.output<typeof operatorInput>,
  { password, secret, recoveryCodes }: Omit<Access, "address">,
): Promise<void> {
  const passwordHash = await hashPassword(ctx, password);
  await ctx.db.transaction(async (tx) => {
    const totpSecret = sealTotp(ctx, { email, totpSecret: secret });
    const row = { id: newId(), email, name, roles, passwordHash, totpSecret, totpUsed: 0 };
    const id = await writeOperator(tx, row, recoveryCodes.map(readRecoveryCode));
    const object = { kind: "operator" as const, id };
    const after = { email, name, roles };
    await recordAct(ctx, tx, { act: "operator_made", object, reason, after });
  });
}
