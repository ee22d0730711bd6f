import type { Context } from "../context.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { isHeld, nextLook } from "../professionals/tax-requests/rules.ts";
import { listRequests } from "./store.server.ts";

/** A seller who owes their tax details, with when an operator is to look at it. */
export type OwedDetails = Awaited<ReturnType<typeof listTaxRequests>>[number];

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
  return requests.map((request) => {
    return { ...request, isHeld: isHeld(request, now), ...nextLook(request, now) };
  });
}
