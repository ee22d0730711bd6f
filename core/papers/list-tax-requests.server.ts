import type { Context } from "../context.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { isHeld } from "../professionals/tax-requests/rules.ts";
import { listRequests } from "./store.server.ts";

/**
 * Lists the sellers who have been asked for their tax details and have given none, those who wait
 * longest first (rule: tax-details). For operators.
 *
 * @throws AppError `not_found`.
 */
export async function listTaxRequests(ctx: Context) {
  requireOperator(ctx);
  const now = ctx.now();
  const requests = await listRequests(ctx.db);
  return requests.map((request) => ({ ...request, isHeld: isHeld(request, now) }));
}
