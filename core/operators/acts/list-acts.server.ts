import type { Context } from "../../context.server.ts";
import { requireOperator } from "../rules.ts";
import { ACT_WORDS, type Act, type ObjectKind } from "./labels.ts";
import { JOURNAL_PAGE } from "./rules.ts";
import type { ActView } from "./schema.ts";
import { readActs, type SoughtActs } from "./store.server.ts";

/** The caller has checked who asks. */
export async function listActs(
  ctx: Context,
  asked: {
    words?: Omit<SoughtActs, "acts"> | undefined;
    before?: number | undefined;
    limit: number;
  },
): Promise<ActView[]> {
  const { words, ...page } = asked;
  const sought = words && { ...words, acts: actsNamed(words.q) };
  return (await readActs(ctx.db, { ...page, sought })).map(toView);
}

export async function listActsOn(
  ctx: Context,
  object: { kind: ObjectKind; id: string },
): Promise<ActView[]> {
  requireOperator(ctx);
  return (await readActs(ctx.db, { object, limit: JOURNAL_PAGE })).map(toView);
}

export async function listActsAbout(
  ctx: Context,
  personId: string,
  kinds: readonly ObjectKind[],
): Promise<ActView[]> {
  requireOperator(ctx);
  const found = await readActs(ctx.db, { about: { personId, kinds }, limit: JOURNAL_PAGE });
  return found.map(toView);
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
}: Awaited<ReturnType<typeof readActs>>[number]): ActView {
  return {
    ...row,
    act: row.act as Act,
    objectKind: row.objectKind as ObjectKind,
    operator: operator ?? "cli",
    details: content === null ? null : JSON.parse(content),
    isErased: content === null && detailsHash !== null,
  };
}
