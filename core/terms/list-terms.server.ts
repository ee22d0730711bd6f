import type { z } from "zod";
import type { Context } from "../context.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { changeInput, type TermsChange, type TermsLine } from "./schema.ts";
import { countReaders as countAll, findChange, listChanges } from "./store.server.ts";

/** Newest first, for operators (rule: changed-terms). */
export async function listTerms(ctx: Context): Promise<TermsLine[]> {
  requireOperator(ctx);
  return listChanges(ctx.db);
}

export async function countReaders(ctx: Context): Promise<number> {
  requireOperator(ctx);
  return countAll(ctx.db);
}

/** Null when there is none. */
export async function findComingTerms(
  ctx: Context,
  input: z.input<typeof changeInput>,
): Promise<TermsChange | null> {
  const change = await findChange(ctx.db, parseInput(changeInput, input).changeId);
  return change && change.effectiveAt > ctx.now() ? change : null;
}
