import { CannotOpen, openByEither, seal } from "#platform/seal.server.ts";
import type { Context, Runtime } from "../../context.server.ts";
import { listOperators, replaceTotpSecret } from "./store.server.ts";

/*
 * The secret of the six digits is kept sealed: who reads the database or a back-up of it cannot make
 * digits (rule: sealed-secrets).
 */

const contextOf = (email: string) => `totp ${email}`;

interface Kept {
  email: string;
  totpSecret: string;
}

/** The secret as the database keeps it; it belongs to this operator's row alone. */
export function sealTotp({ config }: Runtime, { email, totpSecret }: Kept): string {
  const sealed = seal(config.encryptionKey, Buffer.from(totpSecret), contextOf(email));
  return sealed.toString("base64url");
}

/**
 * The secret in Base32.
 *
 * @throws CannotOpen under another key than it was sealed by.
 */
export function openTotp(runtime: Runtime, kept: Kept): string {
  return readKept(runtime, kept).secret;
}

/** The same, and whether it is sealed by the present key. */
function readKept({ config }: Runtime, { email, totpSecret }: Kept) {
  const sealed = Buffer.from(totpSecret, "base64url");
  const { bytes, isCurrent } = openByEither(config, sealed, contextOf(email));
  return { secret: bytes.toString(), isCurrent };
}

/** Whether the six digits of an operator can be checked here. */
export function canReadTotp(runtime: Runtime, operator: Kept): boolean {
  try {
    openTotp(runtime, operator);
    return true;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return false;
  }
}

/** Seals by the present key what the one before has sealed. Safe to repeat. */
export async function sealTotpSecrets(ctx: Context): Promise<void> {
  for (const operator of await listOperators(ctx.db)) {
    if (!canReadTotp(ctx, operator)) continue;
    const { secret, isCurrent } = readKept(ctx, operator);
    if (isCurrent) continue;
    const sealed = sealTotp(ctx, { email: operator.email, totpSecret: secret });
    await replaceTotpSecret(ctx.db, operator, sealed);
  }
}

/** Whether this installation's key opens the operators' secrets (rule: sealed-secrets). */
export async function judgeSecrets(
  ctx: Context,
): Promise<{ invariant: string; faults: string[] }[]> {
  const shut = (await listOperators(ctx.db)).filter(
    (operator) => operator.closedAt === null && !canReadTotp(ctx, operator),
  );
  const faults = shut.map(
    ({ id }) => `opérateur ${id} (ENCRYPTION_KEY n'est pas celle qui a chiffré)`,
  );
  return [{ invariant: "I16 la clé du site ouvre les secrets des opérateurs", faults }];
}
