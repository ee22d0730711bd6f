import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { whoAnswersCase } from "../../moderation/cases/answer-contests.server.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import type { OpenMessageCase, ShownMessageCase } from "./schema.ts";
import { findCase, listOpen } from "./store.server.ts";

/**
 * For operators of the assistance (rule: reported-messages).
 * @throws AppError `invalid_input`, `not_found`, `forbidden`.
 */
export async function showMessageCase(ctx: Context, input: unknown): Promise<ShownMessageCase> {
  requireOperator(ctx, "assistance");
  const { messageId } = parseInput(z.object({ messageId: z.uuid() }), input);
  const found = await findCase(ctx.db, messageId);
  // Nobody looks into messages of which nobody has complained.
  if (!found || found.reports.length === 0) {
    throw new AppError("not_found", { message: "Ce message n'a pas été signalé." });
  }
  await recordReading(ctx, { kind: "letter", id: messageId });
  const subject = { letterId: messageId };
  return { ...found, answering: await whoAnswersCase(ctx, subject, found.contests) };
}

export function listMessageCases({ db }: Pick<Context, "db">): Promise<OpenMessageCase[]> {
  return listOpen(db);
}
