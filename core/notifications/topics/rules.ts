/** All other mails belong to a purchase or to the account (rule: mail-topics). */
export const MAIL_TOPICS = ["reminders", "alerts", "waiting", "reviews"] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** Unlike a mail, the notification of a cancellation need not go (rule: notifications). */
export const PUSH_TOPICS = [
  "alerts",
  "waiting",
  "reminders",
  "cancellations",
  "bookings",
  "gaps",
] as const;
export type PushTopic = (typeof PUSH_TOPICS)[number];

const OF_PROFESSIONALS: readonly PushTopic[] = ["bookings", "gaps"];

export function topicsFor(isProfessional: boolean): readonly PushTopic[] {
  return PUSH_TOPICS.filter((topic) => isProfessional || !OF_PROFESSIONALS.includes(topic));
}

export const TOPICS = { mail: MAIL_TOPICS, push: PUSH_TOPICS };

export type Channel = keyof typeof TOPICS;
export type Topic<Of extends Channel> = (typeof TOPICS)[Of][number];
