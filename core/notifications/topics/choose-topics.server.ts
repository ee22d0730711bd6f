import type { z } from "zod";
import { readShortId, shortenId } from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { factsOf } from "../labels.ts";
import type { MailData, QueuedMail } from "../schema.ts";
import { type Channel, type MailTopic, TOPICS, type Topic } from "./rules.ts";
import { type Choices, type TopicView, unsubscribeInput } from "./schema.ts";
import { deleteRefusals, findRecipient, insertRefusals, listRefused } from "./store.server.ts";

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

/** The link is enough (rule: mail-topics). @throws AppError `invalid_token` for a dead link. */
export async function unsubscribe(
  ctx: Context,
  input: z.input<typeof unsubscribeInput>,
): Promise<TopicView> {
  const { code, wants } = parseInput(unsubscribeInput, input);
  const { userId, topic } = await recipientOf(ctx, code);
  if (wants) await deleteRefusals(ctx.db, "mail", { userId, topics: [topic] });
  else await insertRefusals(ctx.db, "mail", { userId, topics: [topic], now: ctx.now() });
  return { topic, isWanted: wants };
}

/** Changes nothing, because programs open links too. */
export async function showUnsubscription(
  ctx: Context,
  input: { code: string },
): Promise<TopicView> {
  const { code } = parseInput(unsubscribeInput, input);
  const { userId, topic } = await recipientOf(ctx, code);
  return { topic, isWanted: !(await listRefused(ctx.db, "mail", userId)).includes(topic) };
}

async function recipientOf(
  ctx: Context,
  code: string,
): Promise<{ userId: string; topic: MailTopic }> {
  const found = await findRecipient(ctx.db, readShortId(code));
  const topic = found && factsOf(found.kind).topic;
  if (!topic) throw new AppError("invalid_token");
  return { userId: found.userId, topic };
}

export function unsubscribePage(ctx: Context, mailId: string): string {
  return ctx.config.appUrl + addresses.unsubscribe(shortenId(mailId));
}

/** One-click header lines (RFC 8058); none for a mail that always goes. */
export function unsubscribeHeaders(ctx: Context, { id, kind, data }: QueuedMail) {
  const path =
    kind === "guest-alert-found"
      ? `/alerts/guests/${shortenId((data as MailData<"guest-alert-found">).guestId)}/stop`
      : factsOf(kind).topic && `/unsubscribe/${shortenId(id)}`;
  if (!path) return {};
  return {
    "List-Unsubscribe": `<${ctx.config.appUrl}/api/v1${path}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
