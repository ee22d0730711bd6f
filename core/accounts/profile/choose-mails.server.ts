import type { Context } from "../../context.server.ts";
import { chooseTopics, readTopics } from "../../notifications/topics/choose-topics.server.ts";
import { type Choices, mailChoices } from "../../notifications/topics/schema.ts";
import { parseInput } from "../../parse.ts";
import { requireActor } from "../rules.ts";

/**
 * Which of the mails that one may do without are wanted (rule: mail-topics).
 *
 * @throws AppError `unauthenticated`, `password_change_required`
 */
export async function showMailChoices(ctx: Context): Promise<Choices<"mail">> {
  return readTopics(ctx, "mail", requireActor(ctx).userId);
}

/**
 * Changes that choice; a topic that is left out stays as it is. Safe to repeat.
 *
 * @param input `{ [topic]?: boolean }`
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`
 */
export async function chooseMails(ctx: Context, input: unknown): Promise<Choices<"mail">> {
  const { userId } = requireActor(ctx);
  await chooseTopics(ctx, "mail", { userId, choices: parseInput(mailChoices, input) });
  return readTopics(ctx, "mail", userId);
}
