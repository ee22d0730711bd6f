import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { listTaxRequests, type OwedDetails } from "./list-tax-requests.server.ts";
import { type YearlySales, yearOf } from "./rules.ts";
import { countSales } from "./store.server.ts";

/**
 * Counts sales since the first day of the year of the request (rule: tax-details).
 * @throws AppError `forbidden` to all but assistance and finance, `not_found` also once given.
 */
export async function showTaxRequest(
  ctx: Context,
  input: unknown,
): Promise<OwedDetails & YearlySales> {
  requireOperator(ctx, "assistance", "finance");
  const { professionalId } = parseInput(z.object({ professionalId: z.uuid() }), input);
  const requests = await listTaxRequests(ctx);
  const request = requests.find((one) => one.professionalId === professionalId);
  if (!request) throw new AppError("not_found", { message: "Aucune demande n'attend ici." });
  await recordReading(ctx, { kind: "account", id: request.userId });
  const sales = await countSales(ctx.db, professionalId, yearOf(request.askedAt).from);
  return { ...request, ...sales };
}
