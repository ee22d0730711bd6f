import type { Context } from "../../context.server.ts";
import type { OpenCase } from "./schema.ts";
import { listOpenCases as listThem } from "./store.server.ts";

/** Oldest first, reports and contested absences (rule: reported-reviews). */
export function listOpenCases(ctx: Context): Promise<OpenCase[]> {
  return listThem(ctx.db);
}
