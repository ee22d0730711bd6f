import { DAY, formatPeriod, HOUR } from "../durations.ts";
import { ROLES, type Role } from "../roles.ts";

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

export const MESSAGES_SHOWN = 200;

export type Basis = "law" | "promise" | "bank";

/** Milliseconds (rule: work-queue); refunds by code de la consommation, L221-24. */
export const LIMITS = {
  report: { within: DAY, basis: "promise" },
  appeal: { within: 7 * DAY, basis: "promise" },
  verification: { within: 2 * DAY, basis: "promise" },
  category: { within: 7 * DAY, basis: "promise" },
  mismatch: { within: DAY, basis: "promise" },
  refund: { within: 14 * DAY, basis: "law" },
  /** Banks leave mostly a week; the provider's own date, once known, counts. */
  dispute: { within: 7 * DAY, basis: "bank" },
  goodwill: { within: 2 * DAY, basis: "promise" },
  contact: { within: DAY, basis: "promise" },
  /** Three days of tries, and one to see to it. */
  refused_mail: { within: 4 * DAY, basis: "promise" },
  gift_card: { within: 2 * DAY, basis: "promise" },
  /** The refund has fourteen days from the form. */
  withdrawal: { within: DAY, basis: "promise" },
} as const satisfies Record<string, { within: number; basis: Basis }>;

/** Everybody else reads the line, and who decides. */
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

/** Null where one of the roles opens it (rule: work-queue). */
export function closedTo(kind: WorkKind, roles: readonly Role[]): readonly Role[] | null {
  const open = OPENED_BY[kind];
  return open.some((role) => roles.includes(role)) ? null : open;
}

/** The sorts about which an opinion can be asked for: what is reported (rule: asked-opinion). */
export const OPINION_KINDS = ["review", "letter", "content"] as const;

/** A message that turns out to be about rights stays whose it is. */
export function takenAs(kind: WorkKind): WorkKind {
  return kind === "rights" ? "message" : kind;
}

export interface Deadline {
  receivedAt: Date;
  dueAt: Date;
}

export type Urgency = "late" | "today" | "soon" | "later";

/** @param today and `dayOf`: calendar days in Paris, « 2026-11-20 ». */
export function urgencyOf(dueAt: Date, now: Date, dayOf: (instant: Date) => string): Urgency {
  if (dueAt <= now) return "late";
  if (dayOf(dueAt) === dayOf(now)) return "today";
  return dueAt.getTime() - now.getTime() < 14 * DAY ? "soon" : "later";
}

/** Whole percent, 100 when it is late. */
export function elapsedPercent({ receivedAt, dueAt }: Deadline, now: Date): number {
  const whole = Math.max(1, dueAt.getTime() - receivedAt.getTime());
  const gone = (now.getTime() - receivedAt.getTime()) / whole;
  return Math.round(Math.min(1, Math.max(0, gone)) * 100);
}

export function distanceOf(dueAt: Date, now: Date): string {
  const away = Math.abs(dueAt.getTime() - now.getTime());
  const word = dueAt <= now ? "de" : "dans";
  if (away >= 2 * DAY) return `${word} ${Math.floor(away / DAY)} jours`;
  const hours = Math.floor(away / HOUR);
  const minutes = Math.floor((away % HOUR) / 60_000);
  if (hours === 0) return `${word} ${Math.max(1, minutes)} min`;
  return `${word} ${hours} h${minutes > 0 && hours < 6 ? ` ${String(minutes).padStart(2, "0")}` : ""}`;
}

export function limited(limit: keyof typeof LIMITS, receivedAt: Date) {
  const { within, basis } = LIMITS[limit];
  const dueAt = new Date(receivedAt.getTime() + within);
  return { receivedAt, dueAt, basis, within: formatPeriod(within) };
}

export function shortened(text: string, length = 60): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}
