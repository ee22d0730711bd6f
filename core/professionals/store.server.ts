import { eq } from "drizzle-orm";
import type { Transaction } from "#platform/postgres.server.ts";
import { professionalProfiles } from "../tables.server.ts";

/** Whose account it is, or null when it is nobody's here. */
export async function savePaymentAccount(
  tx: Transaction,
  accountId: string,
  state: {
    chargesEnabled: boolean;
    transfersActive: boolean;
    payoutsEnabled: boolean;
    detailsSubmitted: boolean;
  },
): Promise<string | null> {
  const [row] = await tx
    .update(professionalProfiles)
    .set(state)
    .where(eq(professionalProfiles.stripeConnectAccountId, accountId))
    .returning({ id: professionalProfiles.id });
  return row?.id ?? null;
}
