import type { z } from "zod";
import type { Context } from "../context.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { changeInput, type TermsChange, type TermsLine } from "./schema.ts";
import { countReaders as countAll, findChange, listChanges } from "./store.server.ts";

/**
 * Every change of the terms, the newest first, with who was told and who has refused it (rule:
 * changed-terms). For operators.
 */
export async function listTerms(ctx: Context): Promise<TermsLine[]> {
  requireOperator(ctx);
  return listChanges(ctx.db);
}

/** The number of professionals whom a change would be told to now. For operators. */
export async function countReaders(ctx: Context): Promise<number> {
  requireOperator(ctx);
  return countAll(ctx.db);
}

/** A change that does not hold yet; null when there is none. */
export async function findComingTerms(
  ctx: Context,
  input: z.input<typeof changeInput>,
): Promise<TermsChange | null> {
  const change = await findChange(ctx.db, parseInput(changeInput, input).changeId);
  return change && change.effectiveAt > ctx.now() ? change : null;
}
