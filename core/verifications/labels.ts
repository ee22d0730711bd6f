import { formatDate } from "../dates.ts";
import { IMAGE_LIMITS } from "../media/labels.ts";
import { isInForce, type ProofKind } from "./rules.ts";
import type { ProofView, Tick } from "./schema.ts";

export const KIND_WORDS: Record<ProofKind, string> = {
  company: "Entreprise",
  identity: "Identité",
  diploma: "Diplôme",
  insurance: "Assurance",
  title: "Titre protégé",
};

export const YOUR_KIND: Record<ProofKind, string> = {
  company: "votre entreprise",
  identity: "votre identité",
  diploma: "votre diplôme",
  insurance: "votre assurance",
  title: "votre titre protégé",
};

/** The formats that `documentOf` lets in. */
export const DOCUMENT_LIMITS = `PDF, ${IMAGE_LIMITS}`;

export const TICK_MEANING =
  "La coche dit ce que nous avons lu. Elle ne juge pas la qualité des séances.";

/** « 31 décembre 2026 » of « 2026-12-31 ». */
export function dayWords(day: string): string {
  return formatDate(new Date(`${day}T12:00:00Z`));
}

export function lineOf({
  kind,
  title,
  issuedOn,
  expiresOn,
  checkedAt,
  decidedAt,
}: Omit<ProofView, "file">): string {
  const seenAt = checkedAt ?? decidedAt;
  const seen = seenAt ? `, le ${formatDate(seenAt)}` : "";
  switch (kind) {
    case "company":
      return `Entreprise en activité, registre public${seen}`;
    case "identity":
      return `Identité confirmée par notre prestataire de paiement${seen}`;
    case "diploma":
      return `Diplôme vu : ${[title, issuedOn?.slice(0, 4)].filter(Boolean).join(", ")}`;
    case "insurance":
      return `Assurance professionnelle${expiresOn ? ` jusqu'au ${dayWords(expiresOn)}` : ""}`;
    case "title":
      return `${title ?? "Titre protégé"}, inscription au registre vue${seen}`;
  }
}

/** What was checked, and when (rule: tick). */
export function tickOf(proofs: readonly ProofView[], now: Date): Tick | null {
  const counted = proofs.filter((proof) => isInForce(proof, now));
  const [newest] = counted
    .flatMap(({ decidedAt }) => decidedAt ?? [])
    .sort((one, other) => other.getTime() - one.getTime());
  return newest ? { verifiedAt: newest, lines: counted.map(lineOf) } : null;
}
