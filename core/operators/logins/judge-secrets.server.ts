import { CannotOpen } from "#platform/seal.server.ts";
import type { Context } from "../../context.server.ts";
import { listOperators } from "./store.server.ts";
import { openTotp } from "./totp-secrets.server.ts";

/** Whether this installation's key opens the operators' secrets (rule: sealed-secrets). */
export async function judgeSecrets(
  ctx: Context,
): Promise<{ invariant: string; faults: string[] }[]> {
  const working = (await listOperators(ctx.db)).filter(({ closedAt }) => closedAt === null);
  const faults = working.flatMap((operator) => {
    try {
      openTotp(ctx, operator);
      return [];
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      return [`opérateur ${operator.id} (ENCRYPTION_KEY n'est pas celle qui a chiffré)`];
    }
  });
  return [{ invariant: "I16 la clé du site ouvre les secrets des opérateurs", faults }];
}
