import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { workKey } from "./schema.ts";
import { giveBack, take } from "./store.server.ts";

/**
 * Replaces whoever did before (rule: work-queue).
 * @throws AppError `not_found` once it waits no more, `forbidden` at the command line.
 */
export async function takeWork(ctx: Context, input: unknown): Promise<void> {
  const { operatorId } = requireOperator(ctx);
  if (operatorId === null) throw new AppError("forbidden");
  await take(ctx.db, parseInput(workKey, input), operatorId, ctx.now());
}

/** @throws AppError as {@link takeWork}. */
export async function giveWorkBack(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx);
  await giveBack(ctx.db, parseInput(workKey, input));
}
