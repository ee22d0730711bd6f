import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { requireOperator } from "../rules.ts";
import { ACT_WORDS, type Act, type ObjectKind } from "./labels.ts";
import { JOURNAL_PAGE } from "./rules.ts";
import { type ActView, journalQuery } from "./schema.ts";
import { listActs } from "./store.server.ts";

/**
 * The journal of acts, newest first, a page at a time: all of them, or those of an object's id, of an
 * operator's name or of an act's words (rule: chained-acts).
 *
 * @returns `next`: the number to go on from; null at the end.
 * @throws AppError `not_found`.
 */
export async function listJournal(
  ctx: Context,
  input: unknown,
): Promise<{ q: string; acts: ActView[]; next: number | null }> {
  requireOperator(ctx);
  const { q, before } = parseInput(journalQuery, input);
  const found = await listActs(ctx.db, {
    ...{ q, before, acts: actsNamed(q) },
    limit: JOURNAL_PAGE + 1,
  });
  const shown = found.slice(0, JOURNAL_PAGE).map(toView);
  const next = found.length > JOURNAL_PAGE ? (shown.at(-1)?.number ?? null) : null;
  return { q, acts: shown, next };
}

/** The newest acts on one thing, for the screen that shows it. */
export async function listActsOn(
  ctx: Context,
  object: { kind: ObjectKind; id: string },
): Promise<ActView[]> {
  requireOperator(ctx);
  return (await listActs(ctx.db, { object, limit: JOURNAL_PAGE })).map(toView);
}

function actsNamed(q: string): Act[] {
  const words = q.toLowerCase();
  return (Object.keys(ACT_WORDS) as Act[]).filter((act) =>
    ACT_WORDS[act].toLowerCase().includes(words),
  );
}

function toView({
  content,
  detailsHash,
  operator,
  ...row
}: Awaited<ReturnType<typeof listActs>>[number]): ActView {
  return {
    ...row,
    act: row.act as Act,
    objectKind: row.objectKind as ObjectKind,
    operator: operator ?? "cli",
    details: content === null ? null : JSON.parse(content),
    isErased: content === null && detailsHash !== null,
  };
}
