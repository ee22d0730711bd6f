import { z } from "zod";
import { linkCode } from "../../parse.ts";
import { type Channel, MAIL_TOPICS, type MailTopic, PUSH_TOPICS, type Topic } from "./rules.ts";

export const unsubscribeInput = z.object({
  code: linkCode,
  wants: z.boolean().default(false),
});

export interface TopicView {
  topic: MailTopic;
  isWanted: boolean;
}

/** A topic that is left out stays as it is. */
const choicesOf = <Of extends Channel>(topics: readonly Topic<Of>[]) =>
  z
    .object(
      Object.fromEntries(topics.map((topic) => [topic, z.boolean().optional()])) as Record<
        Topic<Of>,
        z.ZodOptional<z.ZodBoolean>
      >,
    )
    .strict();
export const mailChoices = choicesOf<"mail">(MAIL_TOPICS);
export const pushChoices = choicesOf<"push">(PUSH_TOPICS);

export type Choices<Of extends Channel> = Record<Topic<Of>, boolean>;
