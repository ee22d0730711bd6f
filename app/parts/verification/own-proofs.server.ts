import { formatDate } from "#core/dates.ts";
import { PROTECTED_TITLES } from "#core/moderation/rules.ts";
import { DOCUMENT_LIMITS, dayWords, KIND_WORDS, YOUR_KIND } from "#core/verifications/labels.ts";
import {
  type DecidedKind,
  daysLeft,
  PROOF_KINDS,
  type ProofKind,
  REMINDERS,
} from "#core/verifications/rules.ts";
import type { OwnVerification, ProofView } from "#core/verifications/schema.ts";
import * as addresses from "#site/addresses.ts";
import type { BadgeTone } from "../../ui/badge.tsx";
import type { VerificationState } from "../account/profile/professional-cards.tsx";

/* Made on the server, so that no script holds these words. */

export interface FormField {
  name: string;
  label: string;
  type: "text" | "digits" | "date" | "select" | "file";
  hint?: string;
  value?: string;
  options?: readonly string[];
  isOptional?: boolean;
}

function stateOf(
  { status, expiresOn }: ProofView,
  inForce: ProofView | null,
  now: Date,
): { badge: string; tone: BadgeTone; isFormOpen: boolean } {
  const left = daysLeft(expiresOn, now);
  const isSoon = left !== null && left <= REMINDERS[0];
  if (status === "accepted" && left !== null && left >= 0 && isSoon) {
    const badge = left === 0 ? "Dernier jour" : `Expire dans ${left} jour${left > 1 ? "s" : ""}`;
    return { badge, tone: "clay-soft", isFormOpen: true };
  }
  switch (status) {
    case "accepted":
      return { badge: "Vérifié", tone: "success", isFormOpen: false };
    case "waiting": {
      const badge = inForce ? "Nouvelle pièce en lecture" : "En cours de lecture";
      return { badge, tone: "sage", isFormOpen: false };
    }
    case "refused":
      return { badge: "Refusé", tone: "danger", isFormOpen: true };
    case "ended":
      return { badge: "Ne compte plus", tone: "danger", isFormOpen: true };
  }
}

function factsOf({ kind, ...proof }: ProofView): [string, string][] {
  const { title, issuer, number, issuedOn, expiresOn, register, checkedAt, createdAt } = proof;
  const words = LABELS[kind as DecidedKind];
  const facts: [string, string | null | undefined][] = [
    [kind === "company" ? "SIRET" : "Numéro", number],
    [
      "Registre public",
      register && `${register.name}, ${register.isActive ? "en activité" : "fermée"}`,
    ],
    [words?.title ?? "Titre", title],
    [words?.issuer ?? "Délivré par", issuer],
    [words?.issuedOn ?? "Date", issuedOn && dayWords(issuedOn)],
    ["Valable jusqu'au", expiresOn && dayWords(expiresOn)],
    ["Donné le", kind === "identity" ? null : formatDate(createdAt)],
    ["Vérifié le", checkedAt && formatDate(checkedAt)],
  ];
  return facts.flatMap(([term, value]) => (value ? [[term, value] as [string, string]] : []));
}

const LABELS: Partial<Record<DecidedKind, { title: string; issuer: string; issuedOn: string }>> = {
  diploma: { title: "Intitulé", issuer: "Délivré par", issuedOn: "Date du diplôme" },
  insurance: { title: "Contrat", issuer: "Assureur", issuedOn: "Début" },
};

const WHY: Record<ProofKind, string> = {
  company:
    "Nous demandons au registre public si votre entreprise est en activité, puis chaque mois.",
  identity:
    "Notre prestataire de paiement vérifie votre identité. Nous ne gardons pas votre pièce d'identité.",
  diploma: "Le diplôme ou le certificat de la pratique que vous proposez.",
  insurance: "L'attestation de votre responsabilité civile professionnelle, avec sa date de fin.",
  title:
    "Psychothérapeute, ostéopathe, diététicien : la loi réserve ces titres. Donnez votre numéro au registre pour porter le vôtre.",
};

const FILE: FormField = {
  ...{ name: "file", label: "Document", type: "file" },
  hint: `${DOCUMENT_LIMITS}. Chiffré, jamais public.`,
};

function fieldsOf(kind: DecidedKind, siret: string | null): FormField[] {
  if (kind === "company") {
    return [
      {
        ...{ name: "number", label: "Numéro SIRET", type: "digits", value: siret ?? "" },
        hint: "14 chiffres, sur votre avis de situation.",
      },
    ];
  }
  if (kind === "title") {
    return [
      { name: "title", label: "Titre", type: "select", options: PROTECTED_TITLES },
      {
        ...{ name: "number", label: "Numéro RPPS ou ADELI", type: "text" },
        hint: "11 chiffres (RPPS) ou 9 (ADELI).",
      },
    ];
  }
  const words = LABELS[kind];
  const end: FormField = { name: "expiresOn", label: "Valable jusqu'au", type: "date" };
  return [
    { name: "title", label: words?.title ?? "", type: "text" },
    { name: "issuer", label: words?.issuer ?? "", type: "text" },
    { name: "issuedOn", label: words?.issuedOn ?? "", type: "date" },
    kind === "diploma" ? { ...end, isOptional: true } : end,
    FILE,
  ];
}

export function verificationState(own: OwnVerification, now: Date): VerificationState {
  const { isVerified, missing } = own;
  const newest = Object.values(own.proofs).map(({ newest }) => newest);
  const refused = newest.filter(({ status }) => status === "refused");
  const waiting = newest.filter(({ status }) => status === "waiting");
  const ending = newest.filter(({ status, expiresOn }) => {
    const left = daysLeft(expiresOn, now);
    return status === "accepted" && left !== null && left <= REMINDERS[0];
  });
  const list = (some: ProofView[]) =>
    new Intl.ListFormat("fr-FR").format(some.map(({ kind }) => YOUR_KIND[kind]));
  const given = waiting.map(({ kind }) => kind as string);
  const wanted = missing.filter((kind) => !given.includes(kind)).map((kind) => YOUR_KIND[kind]);
  const text = [
    refused.length > 0 && `Refusé : ${list(refused)}.`,
    ending.length > 0 && `Expire bientôt : ${list(ending)}.`,
    waiting.length > 0 && `En cours de lecture : ${list(waiting)}.`,
    wanted.length > 0 &&
      `Pour la coche « Profil vérifié », il manque ${new Intl.ListFormat("fr-FR").format(wanted)}.`,
    missing.length === 0 && "La coche à côté de votre nom dit ce que nous avons lu, et quand.",
  ]
    .filter((one) => typeof one === "string")
    .join(" ");
  return { isVerified, text };
}

const NOT_GIVEN: Partial<Record<ProofKind, string>> = {
  title: "Si vous en portez un",
  identity: "À confirmer",
};

export function ownProofs(own: OwnVerification, now: Date) {
  return PROOF_KINDS.map((kind) => {
    const found = own.proofs[kind];
    const state = found && stateOf(found.newest, found.inForce, now);
    return {
      ...{ kind, name: KIND_WORDS[kind], why: WHY[kind] },
      ...(state ?? { badge: NOT_GIVEN[kind] ?? "À donner", tone: "sand" as const }),
      facts: found ? factsOf(found.newest) : [],
      reason: found && found.newest.status !== "accepted" ? found.newest.reason : null,
      /** Said of the one before, as long as it counts. */
      kept: found?.inForce
        ? `La précédente compte encore${found.inForce.expiresOn ? `, jusqu'au ${dayWords(found.inForce.expiresOn)}` : ""}.`
        : null,
      paper: found?.newest.file ? addresses.ownPaper(found.newest.id) : null,
      isFormOpen: kind === "title" ? own.claimed.length > 0 : (state?.isFormOpen ?? true),
      fields: kind === "identity" ? null : fieldsOf(kind, own.siret),
    };
  });
}
