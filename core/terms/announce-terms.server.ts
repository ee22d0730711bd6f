import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { type Context, defineJob } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMails } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { isInTime } from "./rules.ts";
import { changeInput, type TermsChange, type TermsLine, termsInput } from "./schema.ts";
import {
  countReaders as countAll,
  findChange,
  insertChange,
  listChanges,
  listComing,
  listReaders,
} from "./store.server.ts";

const AT_ONCE = 500;

/**
 * At least fifteen days ahead (rule: changed-terms).
 * @throws AppError `invalid_input` also for a day too near, `forbidden` to all but administration.
 */
export async function announceTerms(
  ctx: Context,
  input: z.input<typeof termsInput>,
): Promise<{ id: string }> {
  requireOperator(ctx, "administration");
  const { summary, from: effectiveAt, reason } = parseInput(termsInput, input);
  if (!isInTime(effectiveAt, ctx.now())) {
    const message = "Il faut au moins quinze jours entre l'annonce et ce jour.";
    throw new AppError("invalid_input", { message, fields: { from: [message] } });
  }
  const id = newId();
  await ctx.db.transaction(async (tx) => {
    await insertChange(tx, { id, summary, effectiveAt, createdAt: ctx.now() });
    await ctx.jobs.send(tx, "tell-of-terms", { changeId: id });
    await recordAct(ctx, tx, {
      ...{ act: "terms_announced", object: { kind: "site", id: "conditions" }, reason },
      after: { text: summary, effectiveAt },
    });
  });
  return { id };
}

/** Mails some hundreds at a time; safe to repeat, since each is told once. */
export const tellOfTerms = defineJob("tell-of-terms", async (ctx, { changeId, after }) => {
  const readers = await listReaders(ctx.db, after, AT_ONCE);
  const mails = readers.map(({ userId, email }) => {
    const reference = `${changeId}:${userId}`;
    return { kind: "terms-changing", reference, to: email, data: { changeId } } as const;
  });
  await ctx.db.transaction(async (tx) => {
    await enqueueMails<"terms-changing">(ctx, tx, mails);
    const last = readers.at(-1);
    if (last && readers.length === AT_ONCE) {
      await ctx.jobs.send(tx, "tell-of-terms", { changeId, after: last.userId });
    }
  });
});

/** Until it holds (rule: changed-terms). */
export async function showComingTerms(ctx: Context): Promise<TermsChange[]> {
  requireActor(ctx);
  return listComing(ctx.db, ctx.now());
}

export async function listTerms(ctx: Context): Promise<TermsLine[]> {
  requireOperator(ctx);
  return listChanges(ctx.db);
}

export async function countReaders(ctx: Context): Promise<number> {
  requireOperator(ctx);
  return countAll(ctx.db);
}

export async function findComingTerms(
  ctx: Context,
  input: z.input<typeof changeInput>,
): Promise<TermsChange | null> {
  const change = await findChange(ctx.db, parseInput(changeInput, input).changeId);
  return change && change.effectiveAt > ctx.now() ? change : null;
}

export interface TermsMail extends TermsChange {
  siteUrl: string;
}

export async function readTermsMail(
  ctx: Context,
  { data }: QueuedMail<"terms-changing">,
): Promise<TermsMail | null> {
  const change = await findChange(ctx.db, data.changeId);
  return change && { ...change, siteUrl: ctx.config.appUrl };
}
