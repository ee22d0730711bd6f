import type { Context } from "../../context.server.ts";
import { chooseTopics, readTopics } from "../../notifications/topics/choose-topics.server.ts";
import { type MailChoices, mailChoices } from "../../notifications/topics/schema.ts";
import { parseInput } from "../../parse.ts";
import { requireActor } from "../rules.ts";

/** The mails that one may do without (rule: mail-topics). */
export async function showMailChoices(ctx: Context): Promise<MailChoices> {
  return readTopics(ctx, requireActor(ctx).userId);
}

export async function chooseMails(ctx: Context, input: unknown): Promise<MailChoices> {
  const { userId } = requireActor(ctx);
  await chooseTopics(ctx, userId, parseInput(mailChoices, input));
  return readTopics(ctx, userId);
}
