import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { limitByAddress } from "../accounts/limit-logins.server.ts";
import { readLink } from "../accounts/logins/sign-login.server.ts";
import {
  putPictureBack,
  releaseOffering,
  takePictureDown,
  withholdOffering,
} from "../catalogue/authoring/hide-offerings.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { requireAnother } from "../operators/acts/another-decides.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { findContent } from "./published/store.server.ts";
import { APPEAL_TIME, CORRECTION_TIME, isWithholding, type Measure } from "./rules.ts";
import {
  appealInput,
  appealLinkInput,
  type ContestableDecision,
  contentDecisionInput,
  type Published,
} from "./schema.ts";
import {
  findAppeal,
  findDecision,
  findInForce,
  findReport,
  insertAppealLink,
  isAccountOpen,
  listContested,
  listOpen,
  readOrigin,
  writeAppeal,
  writeDecision,
} from "./store.server.ts";

/**
 * Tells the professional and every reporter; bookings stay (rule: reported-content).
 * @throws AppError `not_found`, `forbidden` to all but assistance, `conflict` when nothing waits.
 */
export async function decideContent(
  ctx: Context,
  input: z.input<typeof contentDecisionInput>,
): Promise<void> {
  requireOperator(ctx, "assistance");
  const { contentId, decision: measure, basis, reason } = parseInput(contentDecisionInput, input);
  const found = await findContent(ctx.db, contentId);
  if (!found) throw new AppError("not_found", { message: "Ce contenu n'existe plus." });
  const message = whyNot(found, measure);
  if (message) throw new AppError("invalid_input", { fields: { decision: [message] } });
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, found.professionalId);
    // Read again: another operator may have decided while this one waited.
    const content = await findContent(tx, contentId);
    const isAwaited = (await listOpen(tx)).some((one) => one.contentId === contentId);
    if (!content || !isAwaited) {
      throw new AppError("conflict", { message: "Ce contenu n'attend aucune décision." });
    }
    const decidedAts = await listContested(tx, content);
    const noted = await requireAnother(ctx, tx, { kind: "content", id: contentId, decidedAts });
    const before = await findInForce(tx, content);
    const imageUrl = await changePicture(tx, content, { measure, before, now });
    const wasActive = await changeVisibility(ctx, tx, content, measure);
    const decisionId = newId();
    const { reports, appeals } = await writeDecision(tx, content, {
      ...{ id: decisionId, measure, basis: measure === "none" ? null : (basis ?? null) },
      ...{ facts: reason, wasActive, imageUrl, decidedAt: now },
      dueAt: measure === "correction" ? new Date(now.getTime() + CORRECTION_TIME) : null,
      endedAt: measure === "none" ? now : null,
    });
    const isAuthorConcerned =
      measure !== "none" || content.isWithheld || before?.imageUrl || appeals.includes(null);
    const isReached = await isAccountOpen(tx, content.userId);
    if (isAuthorConcerned && isReached)
      await tell(ctx, tx, { decisionId, reportId: null, to: content.email });
    const answered = new Set([...reports.map(({ id }) => id), ...appeals]);
    for (const reportId of answered) {
      const to = reportId && (await findReport(tx, reportId))?.email;
      if (to) await tell(ctx, tx, { decisionId, reportId, to });
    }
    await recordAct(ctx, tx, {
      act: ACTS[measure],
      object: { kind: "content", id: contentId },
      ...{ personId: content.userId, reason },
      ...{ before: { isWithheld: content.isWithheld }, after: { measure, ...noted } },
    });
  });
}

const ACTS = {
  none: "content_kept",
  correction: "content_to_correct",
  picture: "picture_taken_down",
  hidden: "content_hidden",
  removed: "content_removed",
} as const satisfies Record<Measure, string>;

function whyNot({ offeringId, isGone, imageUrl }: Published, measure: Measure): string | null {
  if (isGone && measure !== "none" && measure !== "hidden") {
    return "Ce n'est plus publié : dites seulement s'il y avait à reprendre.";
  }
  if (measure === "picture" && !imageUrl) return "Cette offre n'a plus de photo.";
  return isWithholding(measure) && !offeringId && !isGone
    ? "Une page de praticien ne se masque pas : suspendez le compte dans son dossier."
    : null;
}

/** Puts it back once nothing is wrong; returns the one that is down now. */
async function changePicture(
  tx: Transaction,
  { offeringId: id, isGone, imageUrl }: Published,
  {
    measure,
    before,
    now,
  }: { measure: Measure; before: { imageUrl: string | null } | null; now: Date },
): Promise<string | null> {
  const down = before?.imageUrl ?? null;
  if (measure === "picture" && imageUrl) {
    await takePictureDown(tx, imageUrl, now);
    return imageUrl;
  }
  if (measure !== "none" || !down) return down;
  if (id && !isGone) await putPictureBack(tx, { id, imageUrl: down, now });
  return null;
}

/** Returns whether it was on sale before anything was decided. */
async function changeVisibility(
  ctx: Context,
  tx: Transaction,
  content: Published,
  measure: Measure,
): Promise<boolean> {
  const { offeringId: id, kind, isWithheld, isActive, isGone } = content;
  if (!id || kind === "professional" || isGone) return isActive;
  const wasActive = isWithheld ? (await findInForce(tx, content))?.wasActive === true : isActive;
  const isHidden = isWithholding(measure);
  if (isHidden && !isWithheld) await withholdOffering(tx, kind, id, ctx.now());
  if (!isHidden && isWithheld) await releaseOffering(ctx, tx, { kind, id, wasActive });
  return wasActive;
}

/** Mails one side how it was decided, with the link that contests it (rule: contested-decision). */
async function tell(
  ctx: Context,
  tx: Transaction,
  { decisionId, reportId, to }: { decisionId: string; reportId: string | null; to: string },
): Promise<void> {
  const id = newId();
  const expiresAt = new Date(ctx.now().getTime() + APPEAL_TIME);
  await insertAppealLink(tx, { id, decisionId, reportId, expiresAt });
  await enqueueMail(ctx, tx, {
    kind: reportId ? "content-report-decided" : "content-decided",
    ...{ reference: id, to, data: { decisionId, appealId: id } },
  });
}

/** Changes nothing, because programs open links too; null when the link leads nowhere. */
export async function showContestable(
  ctx: Context,
  input: z.input<typeof appealLinkInput>,
): Promise<ContestableDecision | null> {
  const { token } = parseInput(appealLinkInput, input);
  const appeal = await findByToken(ctx, token);
  const decision = appeal && (await findDecision(ctx.db, appeal.decisionId));
  const content =
    decision && (await findContent(ctx.db, decision.offeringId ?? decision.professionalId));
  if (!appeal || !decision || !content) return null;
  const { measure, basis, facts, decidedAt } = decision;
  return {
    ...{ title: content.title, measure, basis, facts, decidedAt, until: appeal.expiresAt },
    origin: await readOrigin(ctx.db, decision),
    side: appeal.reportId ? "reporter" : "professional",
    isAsked: appeal.askedAt !== null,
  };
}

/**
 * Once by each link, or again once corrected (rule: contested-decision).
 * @throws AppError `not_found` for a dead link, `conflict` for a used one, `rate_limited` by
 * address.
 */
export async function contestDecision(
  ctx: Context,
  input: z.input<typeof appealInput>,
): Promise<void> {
  const { token, text } = parseInput(appealInput, input);
  await limitByAddress(ctx, "content-appeal");
  const appeal = await findByToken(ctx, token);
  if (!appeal) throw new AppError("not_found", { message: "Ce lien n'est plus valable." });
  const isFirst = await ctx.db.transaction((tx) =>
    writeAppeal(tx, appeal.id, { text, askedAt: ctx.now() }),
  );
  if (!isFirst) {
    throw new AppError("conflict", { message: "Vous avez déjà contesté cette décision." });
  }
}

async function findByToken(ctx: Context, token: string) {
  const id = await readLink(ctx, "content-appeal", token);
  return id ? findAppeal(ctx.db, id, ctx.now()) : null;
}
