import { inBatches } from "#platform/batches.server.ts";
import { signText } from "../../accounts/logins/sign-login.server.ts";
import type { Context } from "../../context.server.ts";
import { OPERATOR_LOGIN_LIFE, requireOperator } from "../rules.ts";
import { ACT_WORDS, type Act, type ObjectKind } from "./labels.ts";
import { JOURNAL_PAGE } from "./rules.ts";
import type { ActView } from "./schema.ts";
import {
  type Anchor,
  deleteOldChallenges,
  deleteOldLogins,
  deleteReadings,
  purgeOldest,
  readActs,
  readAnchor,
  readLastAct,
  type SoughtActs,
} from "./store.server.ts";

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

/** Goes on from a signed anchor (rule: retention). False when some is left for another turn. */
export async function purgeActs(
  ctx: Context,
  before: { acts: Date; readings: Date },
): Promise<boolean> {
  const isDone = await inBatches(() =>
    ctx.db.transaction((tx) => purgeOldest(tx, before.acts, (text) => signText(ctx, text, tx))),
  );
  const ended = new Date(ctx.now().getTime() - OPERATOR_LOGIN_LIFE);
  const areLoginsDone = await inBatches(() => deleteOldLogins(ctx.db, ended));
  const areChallengesDone = await inBatches(() => deleteOldChallenges(ctx.db, ctx.now()));
  const areReadingsDone = await inBatches(() => deleteReadings(ctx.db, before.readings));
  return isDone && areLoginsDone && areChallengesDone && areReadingsDone;
}

/** Whether nothing was purged yet, or our secret signed the chain's beginning. */
export async function isAnchorOurs(ctx: Context): Promise<boolean> {
  const anchor = await readAnchor(ctx.db, "acts_anchor");
  return !anchor || (await isSigned(ctx, anchor));
}

export async function isHeadOurs(ctx: Context): Promise<boolean> {
  // In one view of the database, since acts are written meanwhile.
  const { last, head } = await ctx.db.transaction(
    async (tx) => ({ last: await readLastAct(tx), head: await readAnchor(tx, "acts_head") }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  if (!head) return last.number === 0;
  return head.number === last.number && head.hash === last.hash && (await isSigned(ctx, head));
}

async function isSigned(ctx: Context, { number, hash, signature }: Anchor): Promise<boolean> {
  return signature === (await signText(ctx, `${number} ${hash}`));
}
