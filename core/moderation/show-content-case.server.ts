import { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { signLink } from "../accounts/logins/sign-login.server.ts";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { whoAnswers } from "../operators/acts/another-decides.server.ts";
import { recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import type { OwnAppeal } from "./cases/schema.ts";
import { findContent, findPublished } from "./published/store.server.ts";
import type { Basis, Measure } from "./rules.ts";
import type { ContentCaseView, OpenContentCase } from "./schema.ts";
import {
  countUpcoming,
  findInForce,
  findOwnAppeal,
  listAppeals,
  listContested,
  listDecisions,
  listOpen,
  listReports,
} from "./store.server.ts";

/** @throws AppError `forbidden` to all but assistance (rule: reported-content). */
export async function showContentCase(ctx: Context, input: unknown): Promise<ContentCaseView> {
  requireOperator(ctx, "assistance");
  const { contentId } = parseInput(z.object({ contentId: z.uuid() }), input);
  const found = await findContent(ctx.db, contentId);
  if (!found) throw new AppError("not_found", { message: "Ce contenu n'existe plus." });
  const { db } = ctx;
  const decisions = await listDecisions(db, found);
  const reports = await listReports(db, found);
  await recordReading(ctx, { kind: "content", id: contentId });
  return {
    ...found,
    answering: await whoAnswers(ctx, db, {
      ...{ kind: "content", id: contentId, decidedAts: await listContested(db, found) },
    }),
    upcoming: found.offeringId ? await countUpcoming(db, found.offeringId, ctx.now()) : 0,
    reports: reports.map(({ reason, text, isPicture, email, snapshot, createdAt, decisionId }) => {
      const before = snapshot?.texts ?? null;
      return { reason, text, isPicture, email, before, createdAt, isOpen: decisionId === null };
    }),
    decisions: decisions.map(({ measure, basis, facts, decidedAt, dueAt }) => {
      return { measure, basis, facts, decidedAt, dueAt };
    }),
    appeals: await listAppeals(
      db,
      decisions.map(({ id }) => id),
    ),
  };
}

export function listContentCases({ db }: Pick<Context, "db">): Promise<OpenContentCase[]> {
  return listOpen(db);
}

export interface Restriction {
  measure: Exclude<Measure, "none">;
  basis: Basis | null;
  facts: string;
  decidedAt: Date;
  dueAt: Date | null;
  /** Null once the link has expired. */
  appeal: OwnAppeal | null;
}

/** Null for somebody else's (rules: reported-content, contested-decision). */
export async function showRestriction(
  ctx: Context,
  contentId: string,
): Promise<Restriction | null> {
  const { userId } = requireActor(ctx);
  const content = await findPublished(ctx.db, contentId);
  if (content?.userId !== userId) return null;
  const decision = await findInForce(ctx.db, content);
  if (!decision || decision.measure === "none") return null;
  const { measure, basis, facts, decidedAt, dueAt } = decision;
  const own = await findOwnAppeal(ctx.db, decision.id, ctx.now());
  const appeal = own && {
    path: addresses.contest(await signLink(ctx, "content-appeal", own.id)),
    isAsked: own.askedAt !== null,
  };
  return { measure, basis, facts, decidedAt, dueAt, appeal };
}
