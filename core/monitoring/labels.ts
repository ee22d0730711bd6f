/** The meaning of each number, for readers of /metrics; docs/operations.md says when to act. */
export const STATE_HELP = {
  bookings_last_day: "Bookings begun within 24 h, by kind and present status",
  payments_last_day: "Payments begun within 24 h, by present status",
  payments_in_review: "Payments and refunds that wait for the operator",
  payments_disputed: "Disputes that wait for the operator's answer at the provider",
  refunds_unsettled_oldest_seconds: "Age of the oldest refund that the provider has not made yet",
  mails_waiting: "Mails that no server has taken yet",
  mails_waiting_oldest_seconds: "Age of the oldest of them",
  mails_dropped_last_day: "Mails given up, of those written within 24 h",
  stripe_events_waiting_oldest_seconds: "Age of the oldest event without effect yet",
  jobs_waiting: "Jobs that are not done, by name and state; failed ones will not be tried again",
  jobs_due_oldest_seconds: "How long the oldest job that is due has waited",
  clock_ahead_of_database_seconds:
    "How far the clock of the process asked is ahead of PostgreSQL's",
  database_up: "Whether the database answered for these numbers",
} as const;
