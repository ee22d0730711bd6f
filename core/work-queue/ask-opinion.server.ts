import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperatorAtScreen } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { closedTo } from "./rules.ts";
import { type Colleague, opinionAsked, opinionGiven, opinionShown, type Work } from "./schema.ts";
import { deleteAsked, findBlamed, insertAsked } from "./store.server.ts";
import { findColleague, findWaiting } from "./take-work.server.ts";

/** @throws AppError `forbidden` without the kind's role, `not_found` once it waits no more. */
export async function showOpinions(
  ctx: Context,
  input: unknown,
): Promise<{ work: Work; colleagues: Colleague[] }> {
  const { roles } = requireOperatorAtScreen(ctx);
  const { kind, id } = parseInput(opinionShown, input);
  if (closedTo(kind, roles)) throw new AppError("forbidden");
  const { work, colleagues } = await findWaiting(ctx, { kind, id });
  return { work, colleagues: colleagues.filter(({ roles }) => !closedTo(kind, roles)) };
}

/**
 * The decision stays with whoever asks, who need not wait (rule: asked-opinion).
 * @throws AppError as {@link showOpinions}; `not_found` too when nobody of this id could decide it.
 */
export async function askOpinion(ctx: Context, input: unknown): Promise<string> {
  const { operatorId } = requireOperatorAtScreen(ctx);
  const { kind, id, to, reason } = parseInput(opinionAsked, input);
  const { colleagues } = await showOpinions(ctx, { kind, id });
  const colleague = findColleague(colleagues, to);
  await ctx.db.transaction(async (tx) => {
    const asked = { kind, id, askedOf: colleague.id, askedBy: operatorId, askedAt: ctx.now() };
    await insertAsked(tx, asked);
    await recordAct(ctx, tx, {
      ...{ act: "opinion_asked", object: { kind, id }, personId: await findBlamed(tx, id), reason },
      after: { colleague: colleague.name },
    });
  });
  return colleague.name;
}

/** On the case. @throws AppError as {@link showOpinions}; `conflict` when nobody waits for it. */
export async function giveOpinion(ctx: Context, input: unknown): Promise<void> {
  const { operatorId } = requireOperatorAtScreen(ctx);
  const { kind, id, reason } = parseInput(opinionGiven, input);
  await showOpinions(ctx, { kind, id });
  await ctx.db.transaction(async (tx) => {
    if (!(await deleteAsked(tx, { kind, id, askedOf: operatorId }))) {
      throw new AppError("conflict", { message: "Personne n'attend votre avis ici." });
    }
    const personId = await findBlamed(tx, id);
    await recordAct(ctx, tx, { act: "opinion_given", object: { kind, id }, personId, reason });
  });
}
