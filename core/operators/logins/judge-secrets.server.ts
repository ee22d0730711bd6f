import type { Context } from "../../context.server.ts";
import { listOperators } from "./store.server.ts";
import { canReadTotp } from "./totp-secrets.server.ts";

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
