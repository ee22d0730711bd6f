import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { mayMail } from "../../accounts/limit-logins.server.ts";
import { type Context, defineJob } from "../../context.server.ts";
import { HOUR, SECOND } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { listSuspects } from "../../moderation/list-suspects.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { REPORTS_PER_HOUR } from "../rules.ts";
import { listPublished } from "../store.server.ts";
import { reportInput } from "./schema.ts";
import { findFiltered, findReadable, insertReport } from "./store.server.ts";

/**
 * The review stands until decided; a mail says that we have it (rule: reported-reviews).
 * @throws AppError `not_found`, `rate_limited`.
 */
export async function reportReview(
  ctx: Context,
  input: z.input<typeof reportInput>,
): Promise<{ reportId: string; professionalId: string }> {
  const { review, about, reason, text, email: typed } = parseInput(reportInput, input);
  await limitReports(ctx);
  const [shown] = await listPublished(ctx.db, { review }, { limit: 1, after: null });
  const found = shown && (await findReadable(ctx.db, review));
  if (!found) throw new AppError("not_found");
  const { professionalId, ...snapshot } = found;
  const isReply = about === "reply";
  if (isReply && snapshot.reply === null) {
    throw new AppError("invalid_input", { fields: { about: ["Cette réponse n'est plus là."] } });
  }
  const reportId = newId();
  const email = ctx.actor ? null : typed || null;
  const to = ctx.actor?.email ?? email;
  const mayAnswer = to !== null && (await mayMail(ctx, "content-report", to));
  await ctx.db.transaction(async (tx) => {
    await insertReport(tx, {
      ...{ id: reportId, reviewId: review, reporterId: ctx.actor?.userId ?? null, reason, text },
      ...{
        isDoubt: ctx.actor?.professionalId === professionalId,
        createdAt: ctx.now(),
        email,
        isReply,
        snapshot,
      },
    });
    if (!to || !mayAnswer) return;
    await enqueueMail(ctx, tx, {
      ...{ kind: "review-report-received", reference: reportId, to, data: { reportId } },
    });
  });
  return { reportId, professionalId };
}

async function limitReports({ actor, address, limits }: Context): Promise<void> {
  const sender = actor?.userId ?? address;
  if (sender === null) return;
  const most = actor ? REPORTS_PER_HOUR.person : REPORTS_PER_HOUR.network;
  if (await limits.consume("report", sender, most, HOUR / SECOND)) return;
  throw new AppError("rate_limited");
}

/** Shows found words to an operator, the same ones once (rule: content-filter). */
export const filterReview = defineJob("filter-review", async (ctx, { reviewId }) => {
  const review = await findReadable(ctx.db, reviewId);
  if (!review) return;
  const { professionalId, ...snapshot } = review;
  const texts = [snapshot.text, snapshot.reply ?? ""];
  const text = await listSuspects(ctx, { texts, professionalId });
  if (text === "" || (await findFiltered(ctx.db, reviewId)) === text) return;
  await insertReport(ctx.db, {
    ...{ id: newId(), reviewId, isFilter: true, isDoubt: false, reason: "other" },
    ...{ text, snapshot, createdAt: ctx.now() },
  });
});
