import type { Context } from "../../context.server.ts";
import type { OpenCase } from "./schema.ts";
import { listOpenCases as listThem } from "./store.server.ts";

/**
 * The reviews that the operator has to decide on, oldest first: those reported, and those of a
 * contested absence (rule: reported-reviews). For the operator's command line only.
 */
export function listOpenCases(ctx: Context): Promise<OpenCase[]> {
  return listThem(ctx.db);
}
