import type { Context } from "../../context.server.ts";
import { chooseTopics, readTopics } from "../../notifications/topics/choose-topics.server.ts";
import { type Choices, mailChoices } from "../../notifications/topics/schema.ts";
import { parseInput } from "../../parse.ts";
import { requireActor } from "../rules.ts";

/** The mails that one may do without (rule: mail-topics). */
export async function showMailChoices(ctx: Context): Promise<Choices<"mail">> {
  return readTopics(ctx, "mail", requireActor(ctx).userId);
}

export async function chooseMails(ctx: Context, input: unknown): Promise<Choices<"mail">> {
  const { userId } = requireActor(ctx);
  await chooseTopics(ctx, "mail", { userId, choices: parseInput(mailChoices, input) });
  return readTopics(ctx, "mail", userId);
}
