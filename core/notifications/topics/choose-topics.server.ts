import type { Context } from "../../context.server.ts";
import { type Channel, TOPICS, type Topic } from "./rules.ts";
import type { Choices } from "./schema.ts";
import { deleteRefusals, insertRefusals, listRefused } from "./store.server.ts";

/** All topics are wanted until their reader says otherwise (rules: mail-topics, notifications). */
export async function readTopics<Of extends Channel>(
  ctx: Context,
  channel: Of,
  userId: string,
): Promise<Choices<Of>> {
  const refused = await listRefused(ctx.db, channel, userId);
  const topics: readonly Topic<Of>[] = TOPICS[channel];
  const isWanted = topics.map((topic) => [topic, !refused.includes(topic)]);
  return Object.fromEntries(isWanted) as Choices<Of>;
}

export async function chooseTopics<Of extends Channel>(
  ctx: Context,
  channel: Of,
  { userId, choices }: { userId: string; choices: { [One in Topic<Of>]?: boolean | undefined } },
): Promise<void> {
  const topics: readonly Topic<Of>[] = TOPICS[channel];
  const chosen = (value: boolean) => topics.filter((topic) => choices[topic] === value);
  await ctx.db.transaction(async (tx) => {
    await deleteRefusals(tx, channel, { userId, topics: chosen(true) });
    await insertRefusals(tx, channel, { userId, topics: chosen(false), now: ctx.now() });
  });
}
