import type { Context } from "../context.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { isHeld, nextLook } from "../professionals/tax-requests/rules.ts";
import { listRequests } from "./store.server.ts";

export type OwedDetails = Awaited<ReturnType<typeof listTaxRequests>>[number];

/** Longest wait first (rule: tax-details). */
export async function listTaxRequests(ctx: Context) {
  requireOperator(ctx);
  const now = ctx.now();
  const requests = await listRequests(ctx.db);
  return requests.map((request) => {
    return { ...request, isHeld: isHeld(request, now), ...nextLook(request, now) };
  });
}
