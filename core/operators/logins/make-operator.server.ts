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

/** Letters and digits that nobody takes for each other. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const random = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** As many new ones as an operator has, each in groups, « abcde-fghjk ». */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => `${random(5)}-${random(5)}`);
}

/** A recovery code as it was made, however it is typed. */
export function readRecoveryCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** Everything that lets an operator in: shown once, and kept as hashes, but for the secret, sealed. */
export interface Access {
  password: string;
  secret: string;
  /** The `otpauth://` address of the secret. */
  address: string;
  /** Each in groups, « abcde-fghjk ». */
  recoveryCodes: string[];
}

/**
 * Lets somebody run the marketplace, or gives a known operator a new password, secret and codes, with
 * which every login of theirs ends (rule: operators-apart).
 *
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `busy`.
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

/** Writes an operator who is let in by this; the demo's are known beforehand. */
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
