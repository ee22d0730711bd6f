import type { Executor } from "#platform/postgres.server.ts";
import type { MovementGroup } from "./schema.ts";
import { countMovements } from "./store.server.ts";

/**
 * The movements of one professional's money within a period, by month in Paris, for whoever may
 * read them (rule: earnings-figures).
 */
export function readMovements(
  db: Executor,
  professionalId: string,
  period: { from: Date; before: Date },
): Promise<MovementGroup[]> {
  return countMovements(db, professionalId, period);
}
