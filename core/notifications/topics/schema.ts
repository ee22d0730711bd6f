import { z } from "zod";
import { MAIL_TOPICS, type MailTopic } from "./rules.ts";

/** The code of the link in a mail: the id of its row, in 22 letters. */
export const unsubscribeInput = z.object({
  code: z.string().regex(/^[\w-]{22}$/, "Ce lien n'est pas valable"),
  /** Whether such mails are wanted again. */
  wants: z.boolean().default(false),
});

/** The page behind that link. */
export interface TopicView {
  topic: MailTopic;
  isWanted: boolean;
}

/** Which mails somebody wants; a topic that is left out stays as it is. */
export const mailChoices = z
  .object(
    Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, z.boolean().optional()])) as Record<
      MailTopic,
      z.ZodOptional<z.ZodBoolean>
    >,
  )
  .strict();
export type MailChoices = Record<MailTopic, boolean>;
