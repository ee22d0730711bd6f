import { CannotOpen, openByEither, seal } from "#platform/seal.server.ts";
import { type Context, defineJob, type Runtime } from "../../context.server.ts";
import { listOperators, replaceTotpSecret } from "./store.server.ts";

/* Sealed, so that nobody makes digits from the database or a backup (rule: sealed-secrets). */

const contextOf = (email: string) => `totp ${email}`;

interface Kept {
  email: string;
  totpSecret: string;
}

/** Bound to this operator's row. */
export function sealTotp({ config }: Runtime, { email, totpSecret }: Kept): string {
  const sealed = seal(config.encryptionKey, Buffer.from(totpSecret), contextOf(email));
  return sealed.toString("base64url");
}

/** Base32. @throws CannotOpen under another key than it was sealed by. */
export function openTotp(runtime: Runtime, kept: Kept): string {
  return readKept(runtime, kept).secret;
}

function readKept({ config }: Runtime, { email, totpSecret }: Kept) {
  const sealed = Buffer.from(totpSecret, "base64url");
  const { bytes, isCurrent } = openByEither(config, sealed, contextOf(email));
  return { secret: bytes.toString(), isCurrent };
}

export function canReadTotp(runtime: Runtime, operator: Kept): boolean {
  try {
    openTotp(runtime, operator);
    return true;
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return false;
  }
}

export const sealTotpSecrets = defineJob("seal-secrets", async (ctx) => {
  for (const operator of await listOperators(ctx.db)) {
    if (!canReadTotp(ctx, operator)) continue;
    const { secret, isCurrent } = readKept(ctx, operator);
    if (isCurrent) continue;
    const sealed = sealTotp(ctx, { email: operator.email, totpSecret: secret });
    await replaceTotpSecret(ctx.db, operator, sealed);
  }
});

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
