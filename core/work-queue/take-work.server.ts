import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { requireOperator, requireOperatorAtScreen } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import type { WorkKind } from "./rules.ts";
import { type Colleague, passing, type Work, workKey } from "./schema.ts";
import { findOwnWork } from "./show-queue.server.ts";
import { giveBack, listColleagues, take } from "./store.server.ts";

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

/** @throws AppError `invalid_input`; `not_found` once it waits no more, and at the command line. */
export async function showPassing(
  ctx: Context,
  input: unknown,
): Promise<{ work: Work; colleagues: Colleague[] }> {
  return findWaiting(ctx, parseInput(workKey, input));
}

/**
 * Says that somebody else works on this from now on (rule: work-queue).
 * @throws AppError as {@link showPassing}; `not_found` too when nobody of this id works here.
 */
export async function passWork(ctx: Context, input: unknown): Promise<string> {
  const { to, ...key } = parseInput(passing, input);
  const { work, colleagues } = await showPassing(ctx, key);
  const colleague = findColleague(colleagues, to);
  await take(ctx.db, { ...key, id: work.id }, colleague.id, ctx.now());
  return colleague.name;
}

/** @throws AppError `not_found` once it waits no more, and at the command line. */
export async function findWaiting(
  ctx: Context,
  key: { kind: WorkKind; id: string },
): Promise<{ work: Work; colleagues: Colleague[] }> {
  const { operatorId } = requireOperatorAtScreen(ctx);
  const work = await findOwnWork(ctx, key);
  if (!work) throw new AppError("not_found", { message: "Ce dossier n'attend plus." });
  return { work, colleagues: await listColleagues(ctx.db, operatorId) };
}

/** @throws AppError `not_found`. */
export function findColleague(colleagues: readonly Colleague[], id: string): Colleague {
  const colleague = colleagues.find((one) => one.id === id);
  if (!colleague) throw new AppError("not_found", { message: "Cette personne n'est plus là." });
  return colleague;
}
