import { DAY, formatPeriod, HOUR } from "../durations.ts";
import { ROLES, type Role } from "../roles.ts";

/** The sorts of things that wait for an operator. */
export const WORK_KINDS = [
  "review",
  "letter",
  "content",
  "account",
  "verification",
  "category",
  "payment",
  "dispute",
  "goodwill",
  "deletion",
  "message",
  "rights",
  "mail",
  "tax",
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** At most so many messages, and mails that came back, are listed at once; the oldest come first. */
export const MESSAGES_SHOWN = 200;

/** Where a time limit comes from: the law, our own word, or a bank. */
export type Basis = "law" | "promise" | "bank";

/**
 * Milliseconds in which each is to be done (rule: work-queue). Fourteen days for a refund that is
 * owed (code de la consommation, L221-24); a dispute and a deletion have dates of their own.
 */
export const LIMITS = {
  report: { within: DAY, basis: "promise" },
  /** An appeal is answered within a week. */
  appeal: { within: 7 * DAY, basis: "promise" },
  verification: { within: 2 * DAY, basis: "promise" },
  category: { within: 7 * DAY, basis: "promise" },
  mismatch: { within: DAY, basis: "promise" },
  refund: { within: 14 * DAY, basis: "law" },
  /** Banks leave mostly a week; the provider's own date, once it is known, counts. */
  dispute: { within: 7 * DAY, basis: "bank" },
  /** A client waits for what somebody has promised to try for. */
  goodwill: { within: 2 * DAY, basis: "promise" },
  contact: { within: DAY, basis: "promise" },
  /** From when it was written: three days of tries, and one to see to it. */
  refused_mail: { within: 4 * DAY, basis: "promise" },
  gift_card: { within: 2 * DAY, basis: "promise" },
  /** Whether the law gives that right; where it does, the refund has fourteen days from the form. */
  withdrawal: { within: DAY, basis: "promise" },
} as const satisfies Record<string, { within: number; basis: Basis }>;

/** The roles that open each sort of thing: whoever has none of them reads its line, and who decides. */
const OPENED_BY: Record<WorkKind, readonly Role[]> = {
  review: ["assistance"],
  letter: ["assistance"],
  content: ["assistance"],
  verification: ["administration", "assistance"],
  category: ROLES,
  payment: ROLES,
  dispute: ROLES,
  goodwill: ["finance", "administration"],
  deletion: ["administration"],
  account: ROLES,
  message: ["assistance"],
  rights: ["assistance"],
  mail: ["assistance"],
  tax: ["assistance", "finance"],
};

/** The roles that open a thing which none of these does; null where one does (rule: work-queue). */
export function closedTo(kind: WorkKind, roles: readonly Role[]): readonly Role[] | null {
  const open = OPENED_BY[kind];
  return open.some((role) => roles.includes(role)) ? null : open;
}

/** The sorts about which an opinion can be asked for: what is reported (rule: asked-opinion). */
export const OPINION_KINDS = ["review", "letter", "content"] as const;

/** The kind by which something is taken: a message that turns out to be about rights stays whose it is. */
export function takenAs(kind: WorkKind): WorkKind {
  return kind === "rights" ? "message" : kind;
}

export interface Deadline {
  receivedAt: Date;
  dueAt: Date;
}

/** The heading under which a thing stands in the list. */
export type Urgency = "late" | "today" | "soon" | "later";

/** @param today and `dayOf`: calendar days in Paris, « 2026-11-20 ». */
export function urgencyOf(dueAt: Date, now: Date, dayOf: (instant: Date) => string): Urgency {
  if (dueAt <= now) return "late";
  if (dayOf(dueAt) === dayOf(now)) return "today";
  return dueAt.getTime() - now.getTime() < 14 * DAY ? "soon" : "later";
}

/** How much of its time has gone, in whole percent, 100 when it is late. */
export function elapsedPercent({ receivedAt, dueAt }: Deadline, now: Date): number {
  const whole = Math.max(1, dueAt.getTime() - receivedAt.getTime());
  const gone = (now.getTime() - receivedAt.getTime()) / whole;
  return Math.round(Math.min(1, Math.max(0, gone)) * 100);
}

/** « de 20 min », « dans 2 h 30 », « dans 3 jours »: how far an instant is, either way. */
export function distanceOf(dueAt: Date, now: Date): string {
  const away = Math.abs(dueAt.getTime() - now.getTime());
  const word = dueAt <= now ? "de" : "dans";
  if (away >= 2 * DAY) return `${word} ${Math.floor(away / DAY)} jours`;
  const hours = Math.floor(away / HOUR);
  const minutes = Math.floor((away % HOUR) / 60_000);
  if (hours === 0) return `${word} ${Math.max(1, minutes)} min`;
  return `${word} ${hours} h${minutes > 0 && hours < 6 ? ` ${String(minutes).padStart(2, "0")}` : ""}`;
}

/** The words and the end of a limit that begins with this instant. */
export function limited(limit: keyof typeof LIMITS, receivedAt: Date) {
  const { within, basis } = LIMITS[limit];
  const dueAt = new Date(receivedAt.getTime() + within);
  return { receivedAt, dueAt, basis, within: formatPeriod(within) };
}

/** A text as a title has room for it. */
export function shortened(text: string, length = 60): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
