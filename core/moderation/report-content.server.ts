import type { z } from "zod";
import { inBatches } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import { mayMail } from "../accounts/limit-logins.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { listSuspects } from "./list-suspects.server.ts";
import { findPublished } from "./published/store.server.ts";
import { CONTENT_REPORTS_PER_HOUR } from "./rules.ts";
import {
  type Content,
  contentInput,
  contentReportInput,
  type Published,
  reporterInput,
} from "./schema.ts";
import { deleteDecisions, deleteReports, findFiltered, insertReport } from "./store.server.ts";

/**
 * Stays up until decided; `email` counts only without a login (rule: reported-content).
 * @throws AppError `not_found` when it is not published, `rate_limited` after too many reports.
 */
export async function reportContent(
  ctx: Context,
  { email: typed, ...input }: z.input<typeof contentReportInput> & { email?: string },
): Promise<{ reportId: string }> {
  const { email, content: id, about, reason, text } = readReport(ctx, typed, input);
  await limitReports(ctx);
  const content = await findReportable(ctx, id);
  const isPicture = about === "picture";
  if (isPicture && !content.imageUrl) {
    throw new AppError("invalid_input", { fields: { about: ["Cette photo n'est plus là."] } });
  }
  const reportId = newId();
  const mayAnswer = await mayMail(ctx, "content-report", email);
  await ctx.db.transaction(async (tx) => {
    await insertReport(tx, content, {
      ...{ id: reportId, reason, text, isPicture, createdAt: ctx.now() },
      ...{ reporterId: ctx.actor?.userId ?? null, email },
    });
    if (!mayAnswer) return;
    await enqueueMail(ctx, tx, {
      ...{ kind: "content-report-received", reference: reportId, to: email },
      data: { reportId },
    });
  });
  return { reportId };
}

/** @throws AppError `not_found` when it is not published. */
export async function showReportableContent(
  ctx: Context,
  input: z.input<typeof contentInput>,
): Promise<Content> {
  const { content } = parseInput(contentInput, input);
  const { offeringId, professionalId, kind, title, professional, imageUrl } = await findReportable(
    ctx,
    content,
  );
  return { offeringId, professionalId, kind, title, professional, imageUrl };
}

async function findReportable(ctx: Context, id: string): Promise<Published> {
  const found = await findPublished(ctx.db, id);
  if (!found) throw new AppError("not_found");
  return found;
}

function readReport(
  { actor }: Context,
  typed: string | undefined,
  input: z.input<typeof contentReportInput>,
) {
  const address = actor ? actor.email : (typed ?? "");
  const wrong = reporterInput.safeParse({ email: address }).error?.issues[0]?.message;
  try {
    const report = parseInput(contentReportInput, input);
    return { ...report, ...parseInput(reporterInput, { email: address }) };
  } catch (error) {
    if (!(error instanceof AppError) || !wrong) throw error;
    throw new AppError("invalid_input", { fields: { ...error.fields, email: [wrong] } });
  }
}

async function limitReports({ actor, address, limits }: Context): Promise<void> {
  const sender = actor?.userId ?? address;
  if (sender === null) return;
  const most = actor ? CONTENT_REPORTS_PER_HOUR.person : CONTENT_REPORTS_PER_HOUR.network;
  if (await limits.consume("report-content", sender, most, HOUR / SECOND)) return;
  throw new AppError("rate_limited");
}

export async function purgeReports({ db }: Pick<Context, "db">, before: Date): Promise<boolean> {
  const isDone = [
    await inBatches(() => deleteReports(db, before)),
    await inBatches(() => deleteDecisions(db, before)),
  ];
  return isDone.every(Boolean);
}

/** Leaves it visible, and tells the same words once; safe to repeat (rule: content-filter). */
export const filterContent = defineJob("filter-content", async (ctx, { contentId }) => {
  const content = await findPublished(ctx.db, contentId);
  if (!content) return;
  const text = await listSuspects(ctx, content);
  if (text === "" || (await findFiltered(ctx.db, content)) === text) return;
  const row = { id: newId(), reason: "filter" as const, text, createdAt: ctx.now() };
  await insertReport(ctx.db, content, row);
});
