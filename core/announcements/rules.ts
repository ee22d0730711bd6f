import { DAY, SECOND } from "../durations.ts";

export const KINDS = ["information", "interruption"] as const;
export type AnnouncementKind = (typeof KINDS)[number];

/** Characters: two lines on a phone. */
export const MAX_TEXT = 160;

/** In milliseconds: longer is no news. */
const LONGEST = 31 * DAY;

/** In milliseconds. */
export const LOOKED_EVERY = 20 * SECOND;

interface Hours {
  fromAt: Date;
  untilAt: Date;
}

/** By the field that is wrong; null when they can (rule: announcement). */
export function whyNotAt(
  { fromAt, untilAt }: Hours,
  now: Date,
): { field: string; text: string } | null {
  if (untilAt <= now) return { field: "until", text: "Cette heure est passée." };
  if (untilAt <= fromAt) return { field: "until", text: "La fin doit suivre le début." };
  const isLong = untilAt.getTime() - fromAt.getTime() > LONGEST;
  return isLong ? { field: "until", text: "31 jours au plus." } : null;
}

export function isInForce({ fromAt, untilAt }: Hours, now: Date): boolean {
  return fromAt <= now && now < untilAt;
}

export const KIND_WORDS: Record<AnnouncementKind, string> = {
  information: "Information",
  interruption: "Interruption",
};
