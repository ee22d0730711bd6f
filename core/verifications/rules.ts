import { addDays, dayKey } from "../dates.ts";
import { DAY, HOUR, YEAR } from "../durations.ts";
import { AppError } from "../errors.ts";
import { formatOf, isPlainPdf, MAX_IMAGE_BYTES } from "../media/rules.ts";

export const PROOF_KINDS = ["company", "identity", "diploma", "insurance", "title"] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];
export type ProofStatus = "waiting" | "accepted" | "refused" | "ended";

/** Light the tick together (rule: tick). */
export const NEEDED = ["company", "identity", "diploma", "insurance"] as const;

/** Left to an operator; the payment provider answers for the identity. */
export const DECIDED_KINDS = ["company", "diploma", "insurance", "title"] as const;
export type DecidedKind = (typeof DECIDED_KINDS)[number];

export function isPaper(kind: ProofKind): kind is "diploma" | "insurance" {
  return kind === "diploma" || kind === "insurance";
}

/** Milliseconds; the second after no answer. */
export const RECHECK_AFTER = 30 * DAY;
export const RETRY_AFTER = HOUR;

/** Days before its end (rule: tick). */
export const REMINDERS = [30, 7] as const;

export const MAX_DOCUMENT_BYTES = MAX_IMAGE_BYTES;
export const PROOFS_PER_HOUR = 30;

/** Once it holds no more, or was refused (rule: private-papers). */
export const PAPER_LIFE = YEAR;
export const REFUSED_PAPER_DAYS = 30;
export const REFUSED_PAPER_LIFE = REFUSED_PAPER_DAYS * DAY;
/** Stands for a key's mark where neither key opens a document. */
export const UNREADABLE = "unreadable";
/** Its proof was never written. */
export const STRAY_PAPER_LIFE = HOUR;

export interface Standing {
  kind: ProofKind;
  status: ProofStatus;
  expiresOn: string | null;
}

/** It does on its last day. */
export function isInForce({ status, expiresOn }: Omit<Standing, "kind">, now: Date): boolean {
  return status === "accepted" && (expiresOn === null || expiresOn >= dayKey(now));
}

/** None once the tick stands (rule: tick). */
export function missingFor(proofs: readonly Standing[], now: Date): (typeof NEEDED)[number][] {
  const counted = proofs.filter((proof) => isInForce(proof, now)).map(({ kind }) => kind);
  return NEEDED.filter((kind) => !counted.includes(kind));
}

/**
 * @throws AppError `invalid_input` beside each day, for a paper that begins after today or has
 * ended.
 */
export function requireDays(
  { issuedOn, expiresOn }: { issuedOn: string; expiresOn: string | null },
  now: Date,
): void {
  const today = dayKey(now);
  const fields = {
    ...(issuedOn > today && { issuedOn: ["Cette date est à venir."] }),
    ...(expiresOn && expiresOn < today && { expiresOn: ["Cette date est passée."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("invalid_input", { fields });
}

export function daysLeft(expiresOn: string | null, now: Date): number | null {
  if (expiresOn === null) return null;
  return Math.round((Date.parse(expiresOn) - Date.parse(dayKey(now))) / DAY);
}

export function reminderFor(expiresOn: string | null, now: Date): number | null {
  const left = daysLeft(expiresOn, now);
  if (left === null || left < 0) return null;
  return REMINDERS.findLast((days) => left <= days) ?? null;
}

/** The last day on which a proof may end for a reminder of it to be due today. */
export function lastReminded(now: Date): string {
  return addDays(dayKey(now), REMINDERS[0]);
}

/**
 * Null as long as it may hold for ever (rule: private-papers).
 * @param now the instant at which its proof came to this status.
 */
export function deletionOf(
  { status, expiresOn }: Pick<Standing, "status" | "expiresOn">,
  now: Date,
): Date | null {
  if (status === "refused") return new Date(now.getTime() + REFUSED_PAPER_LIFE);
  if (status === "ended") return new Date(now.getTime() + PAPER_LIFE);
  return expiresOn === null ? null : new Date(Date.parse(expiresOn) + DAY + PAPER_LIFE);
}

/** By its content; null for none, or what may do more than be read (rule: private-papers). */
export function documentOf(bytes: Uint8Array): "pdf" | "picture" | null {
  if (formatOf(bytes)) return "picture";
  return isPlainPdf(bytes) ? "pdf" : null;
}

const wordsOf = (name: string) =>
  new Set(
    name
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean),
  );

export function compareWords(
  one: string | null,
  other: string | null,
): "same" | "near" | "different" | "unknown" {
  if (!one || !other) return "unknown";
  const [some, others] = [wordsOf(one), wordsOf(other)];
  if (some.symmetricDifference(others).size === 0) return "same";
  return some.intersection(others).size > 0 ? "near" : "different";
}

/** Has another SIRET, or a name without a word of the register's (rule: tick). */
export function isOutdated(
  edited: "siret" | "name",
  { number, register }: { number: string | null; register: { name: string } | null },
  profile: { siret: string | null; name: string; businessName: string },
): boolean {
  if (edited === "siret") return profile.siret !== null && profile.siret !== number;
  const names = [profile.name, profile.businessName];
  return (
    register !== null && names.every((name) => compareWords(register.name, name) === "different")
  );
}

/** It is also sealed for this key. */
export function paperKey(id: string): string {
  return `papers/${id}`;
}
