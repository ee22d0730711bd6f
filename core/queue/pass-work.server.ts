import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { requireOperatorAtScreen } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { type Colleague, passing, type Work, workKey } from "./schema.ts";
import { findOwnWork } from "./show-queue.server.ts";
import { listColleagues, take } from "./store.server.ts";

/** @throws AppError `not_found` once it waits no more, and at the command line. */
export async function showPassing(
  ctx: Context,
  input: unknown,
): Promise<{ work: Work; colleagues: Colleague[] }> {
  const { operatorId } = requireOperatorAtScreen(ctx);
  const work = await findOwnWork(ctx, parseInput(workKey, input));
  if (!work) throw new AppError("not_found", { message: "Ce dossier n'attend plus." });
  return { work, colleagues: await listColleagues(ctx.db, operatorId) };
}

/**
 * Somebody else works on this from now on (rule: work-queue).
 * @throws AppError as {@link showPassing}; `not_found` too when nobody of this id works here.
 */
export async function passWork(ctx: Context, input: unknown): Promise<string> {
  const { to, ...key } = parseInput(passing, input);
  const { work, colleagues } = await showPassing(ctx, key);
  const colleague = colleagues.find(({ id }) => id === to);
  if (!colleague) throw new AppError("not_found", { message: "Cette personne n'est plus là." });
  await take(ctx.db, { ...key, id: work.id }, colleague.id, ctx.now());
  return colleague.name;
}
