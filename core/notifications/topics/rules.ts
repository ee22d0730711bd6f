/** All other mails belong to a purchase or to the account (rule: mail-topics). */
export const MAIL_TOPICS = ["reminders", "alerts", "waiting", "reviews"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];
