/**
 * Mails that somebody may do without, by what they are about. All others belong to a purchase or to
 * the account, and always go (rule: mail-topics).
 */
export const MAIL_TOPICS = ["reminders", "alerts", "waiting", "reviews"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];
