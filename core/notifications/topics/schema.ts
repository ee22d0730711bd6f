import { z } from "zod";
import { MAIL_TOPICS, type MailTopic } from "./rules.ts";

/** The id of its row, in 22 letters. */
export const unsubscribeInput = z.object({
  code: z.string().regex(/^[\w-]{22}$/, "Ce lien n'est pas valable"),
  wants: z.boolean().default(false),
});

export interface TopicView {
  topic: MailTopic;
  isWanted: boolean;
}

/** A topic that is left out stays as it is. */
export const mailChoices = z
  .object(
    Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, z.boolean().optional()])) as Record<
      MailTopic,
      z.ZodOptional<z.ZodBoolean>
    >,
  )
  .strict();
export type MailChoices = Record<MailTopic, boolean>;
