import type { Context } from "../../context.server.ts";
import { MAIL_TOPICS } from "./rules.ts";
import type { MailChoices } from "./schema.ts";
import { deleteRefusals, insertRefusals, listRefused } from "./store.server.ts";

/** The topics that somebody wants (rule: mail-topics). */
export async function readTopics(ctx: Context, userId: string): Promise<MailChoices> {
  const refused = await listRefused(ctx.db, userId);
  const isWanted = MAIL_TOPICS.map((topic) => [topic, !refused.includes(topic)]);
  return Object.fromEntries(isWanted) as MailChoices;
}

export async function chooseTopics(
  ctx: Context,
  userId: string,
  choices: { [Topic in keyof MailChoices]?: boolean | undefined },
): Promise<void> {
  const chosen = (value: boolean) => MAIL_TOPICS.filter((topic) => choices[topic] === value);
  await ctx.db.transaction(async (tx) => {
    await deleteRefusals(tx, userId, chosen(true));
    await insertRefusals(tx, userId, chosen(false), ctx.now());
  });
}
