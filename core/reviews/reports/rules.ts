export const MAX_REPORT_LENGTH = 1_000;

export const REPORTS_PER_HOUR = { person: 20, network: 60 };

export const REASONS = ["untrue", "insulting", "private", "off_topic", "other"] as const;
export type Reason = (typeof REASONS)[number];
