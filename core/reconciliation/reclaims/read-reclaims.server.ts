import type { Executor } from "#platform/postgres.server.ts";
import type { Cents } from "../../money.ts";
import { listRefunds, type Payment } from "../../payments/find-payment.server.ts";
import { type Reclaim, reclaimableOf } from "./rules.ts";
import { listMovementsOf, listReclaims } from "./store.server.ts";

/** Taken back, and how much still may be (rule: share-reclaimed). */
export async function readReclaims(
  db: Executor,
  payment: Payment,
): Promise<{ reclaims: Reclaim[]; reclaimableCents: Cents }> {
  const reclaims = await listReclaims(db, payment.id);
  const refunds = await listRefunds(db, payment.id);
  const movements = await listMovementsOf(db, payment.id);
  return { reclaims, reclaimableCents: reclaimableOf(payment, { refunds, movements, reclaims }) };
}
