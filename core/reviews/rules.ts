import { monthsAfter } from "../dates.ts";
import { DAY, HOUR } from "../durations.ts";

export const MAX_REVIEW_LENGTH = 1_000;
export const REPLIES_PER_HOUR = 60;
export const MAX_TAGS = 3;
export const TAGS = [
  "À l'écoute",
  "Ponctuel",
  "Cadre apaisant",
  "Explications claires",
  "Adapté à mon niveau",
  "Facile à trouver",
] as const;

/** When a review can be written, after the end (rule: reviews). */
export const REVIEW_OPENS_AFTER_HOURS = 24;
export const REVIEW_OPEN_DAYS = 30;
const RATES_FOR_MONTHS = 12;

export const REVIEWS_PER_HOUR = 20;

interface Reviewable {
  status: "pending" | "confirmed" | "cancelled";
  end: Date;
  presence: "present" | "late" | "absent" | null;
  contestedAt: Date | null;
}

/** In French; null when it can. */
export function whyNotReviewed(booking: Reviewable, now: Date): string | null {
  if (booking.status !== "confirmed") {
    return "Seule une séance réservée et maintenue reçoit un avis.";
  }
  const opens = booking.end.getTime() + REVIEW_OPENS_AFTER_HOURS * HOUR;
  if (now.getTime() < opens)
    return `Votre avis s'ouvre ${REVIEW_OPENS_AFTER_HOURS} heures après la fin de la séance.`;
  if (now.getTime() >= opens + REVIEW_OPEN_DAYS * DAY)
    return `Le délai de ${REVIEW_OPEN_DAYS} jours pour donner un avis est passé.`;
  if (booking.presence === "absent" && !booking.contestedAt) {
    return "Le professionnel a noté une absence : contestez-la d'abord, si vous y étiez.";
  }
  return null;
}

/** Only a contested absence waits for the operator. */
export function statusOf({ presence }: Pick<Reviewable, "presence">): "published" | "waiting" {
  return presence === "absent" ? "waiting" : "published";
}

/** As PostgreSQL writes a range; one rating of an author counts in it. */
export function yearOfRating(from: Date): string {
  const until = monthsAfter(from, RATES_FOR_MONTHS);
  return `["${from.toISOString()}","${until.toISOString()}")`;
}

/** Begins a sentence that asks for words; null when it takes one. */
export function whyNotRated({
  isFree,
  isSecond,
}: {
  isFree: boolean;
  isSecond: boolean;
}): string | null {
  if (isFree) return "Une séance gratuite ne reçoit pas de note";
  if (isSecond) return "Vous avez déjà noté ce professionnel il y a moins d'un an";
  return null;
}

export const MAX_REPORT_LENGTH = 1_000;

export const REPORTS_PER_HOUR = { person: 20, network: 60 };

export const REASONS = ["untrue", "insulting", "private", "off_topic", "other"] as const;
export type Reason = (typeof REASONS)[number];
