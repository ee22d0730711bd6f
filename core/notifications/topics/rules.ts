import type { MailKind } from "../schema.ts";

/**
 * Mails that somebody may do without, by what they are about. All others belong to a purchase or to
 * the account, and always go (rule: mail-topics).
 */
export const MAIL_TOPICS = ["reminders", "alerts", "waiting", "reviews"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

const TOPIC_OF: Partial<Record<MailKind, MailTopic>> = {
  "booking-reminder": "reminders",
  "alert-found": "alerts",
  "waiting-offer": "waiting",
  "waiting-open": "waiting",
  "review-asked": "reviews",
};

/** The topic of a kind of mail; null when it always goes. */
export function topicOf(kind: MailKind): MailTopic | null {
  return TOPIC_OF[kind] ?? null;
}
