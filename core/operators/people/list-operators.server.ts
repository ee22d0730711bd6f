import type { Context } from "../../context.server.ts";
import { requireOperator } from "../rules.ts";
import type { OperatorLine } from "../schema.ts";
import { listPeople } from "./store.server.ts";

/**
 * Everybody who may enter by the operators' door, then those whose work has ended. For operators of
 * the administration.
 *
 * @throws AppError `not_found`, `forbidden`.
 */
export async function listOperators(ctx: Context): Promise<OperatorLine[]> {
  requireOperator(ctx, "administration");
  return listPeople(ctx.db);
}
