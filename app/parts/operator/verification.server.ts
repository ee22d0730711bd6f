import { formatMoment } from "#core/dates.ts";
import type { ProtectedTitle } from "#core/moderation/rules.ts";
import { dayWords, KIND_WORDS, YOUR_KIND } from "#core/verifications/labels.ts";
import {
  compareWords,
  DECIDED_KINDS,
  daysLeft,
  isInForce,
  isPaper,
  PROOF_KINDS,
} from "#core/verifications/rules.ts";
import type { ProofView, VerificationCase } from "#core/verifications/schema.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

const AGREE = { same: "Même", near: "Proche", different: "Diffère", unknown: "À comparer" };

function compare({ register, number }: ProofView, found: VerificationCase) {
  if (!register) return [];
  const agreement = (one: string | null, other: string | null) => {
    const found = compareWords(one, other);
    return { words: AGREE[found], isDifferent: found === "different" };
  };
  const line = (name: string, theirs: string | null, own: string | null) => ({
    ...{ name, register: theirs ?? "Non dit", profile: own ?? "Non renseigné" },
    ...agreement(theirs, own),
  });
  const inCity = (code: string | null, city: string | null) =>
    [code, city].filter(Boolean).join(" ") || null;
  const names = compareWords(register.name, found.name);
  return [
    line("SIRET", number, found.siret),
    line("Nom", register.name, names === "different" ? found.businessName : found.name),
    {
      ...{ name: "Activité", register: register.activity ?? "Non dite" },
      profile: found.categories.join(", ") || "Rien de publié",
      ...{ words: AGREE.unknown, isDifferent: false },
    },
    line(
      "Adresse",
      inCity(register.postalCode, register.city),
      inCity(found.postalCode, found.city),
    ),
  ];
}

function stateOf(proof: ProofView, now: Date): { state: string; tone: BadgeTone } {
  const { kind, status, expiresOn, register } = proof;
  const left = daysLeft(expiresOn, now);
  if (status === "waiting") {
    const isAsking = kind === "company" && !register;
    return { state: isAsking ? "Registre interrogé" : "À lire", tone: "sand" };
  }
  if (status === "refused") return { state: "Refusée", tone: "danger" };
  if (!isInForce(proof, now)) return { state: "Ne compte plus", tone: "danger" };
  if (left !== null && left <= 60) {
    return { state: `Expire dans ${left} jour${left > 1 ? "s" : ""}`, tone: "clay-soft" };
  }
  return { state: kind === "company" ? "En activité" : "Acceptée", tone: "success" };
}

function notesOf(proof: ProofView): string[] {
  const { kind, register, checkedAt, decidedAt, reason, number, title, createdAt } = proof;
  const notes = [
    kind === "company" &&
      (register
        ? `Clé de contrôle juste. Établissement ${register.isActive ? "en activité" : "fermé"}${register.openedOn ? `, ouvert le ${dayWords(register.openedOn)}` : ""}.`
        : `SIRET ${number}. Le registre n'a pas encore répondu.`),
    kind === "identity" && "Par Stripe. Nous ne gardons pas sa pièce d'identité.",
    kind === "title" && `${title}, numéro ${number}. À comparer avec l'annuaire santé.`,
    paperWords(proof),
    kind !== "identity" && `Donnée le ${formatMoment(createdAt)}.`,
    checkedAt && `Vérifiée le ${formatMoment(checkedAt)}, à nouveau chaque mois.`,
    decidedAt && kind !== "identity" && `Décidée le ${formatMoment(decidedAt)}.`,
    reason && `Motif : ${reason}`,
  ];
  return notes.filter((note) => typeof note === "string");
}

/** As its professional declares them, until somebody has read it. */
function paperWords({ kind, status, title, issuer, ...days }: ProofView): string | false {
  if (!isPaper(kind)) return false;
  const { issuedOn, expiresOn } = days;
  const dates = [issuedOn && `du ${dayWords(issuedOn)}`, expiresOn && `au ${dayWords(expiresOn)}`];
  const words = [title, issuer, dates.filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return status === "waiting" ? `Déclaré : ${words}.` : `${words}.`;
}

/** The one before it is there as long as it still counts. */
export function piecesOf(found: VerificationCase, now: Date) {
  return PROOF_KINDS.flatMap((kind) => {
    const [newest, ...older] = found.proofs.filter((proof) => proof.kind === kind);
    if (!newest) {
      if (kind === "title") return [];
      const state = kind === "identity" ? "Pas confirmée" : "Pas donnée";
      return [{ ...EMPTY, id: kind, kind, name: KIND_WORDS[kind], state }];
    }
    const before = older.find((proof) => isInForce(proof, now));
    const shown = before && newest.status === "waiting" ? [newest, before] : [newest];
    return shown.map((proof) => pieceOf(proof, found, now));
  });
}

const EMPTY: Omit<PieceView, "id" | "kind" | "name" | "state"> = {
  tone: "sand",
  notes: [],
  compared: [],
  paper: null,
  isOpened: false,
  decision: null,
};

export type PieceView = ReturnType<typeof pieceOf>;

function pieceOf(proof: ProofView, found: VerificationCase, now: Date) {
  const { id, kind, file } = proof;
  return {
    ...{ id, kind, name: KIND_WORDS[kind], ...stateOf(proof, now), notes: notesOf(proof) },
    compared: kind === "company" ? compare(proof, found) : [],
    paper: file && {
      to: operatorAddresses.paper(id),
      head: kind === "insurance" ? "Attestation" : "Certificat",
      words: `Ouvrir, ${file.type === "application/pdf" ? "PDF" : "photo"}, ${sizeOf(file.bytes)}`,
    },
    /** True of what is no document, too. */
    isOpened: !isPaper(kind) || found.opened.includes(id),
    decision: decisionOn(proof),
  };
}

function decisionOn({ kind, status, register }: ProofView): "decide" | "withdraw" | null {
  if (kind === "identity") return null;
  if (status === "accepted") return "withdraw";
  return status === "waiting" && (kind !== "company" || register) ? "decide" : null;
}

function sizeOf(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} ko`;
  return `${megabytes.toFixed(1).replace(".", ",")} Mo`;
}

export function claimLines(claimed: VerificationCase["claimed"]) {
  return claimed.map(({ title, texts }) => ({
    title,
    around: texts.map((text) => cut(text, title)),
  }));
}

const AROUND = 70;

function cut(text: string, title: ProtectedTitle): string {
  const bare = Array.from(text.normalize("NFC"), (one) => one.normalize("NFD").charAt(0)).join("");
  const stem = title.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().slice(0, 8);
  const at = Math.max(0, bare.toLowerCase().indexOf(stem));
  const [from, to] = [Math.max(0, at - AROUND), at + AROUND];
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}

export const ASKED_KINDS = DECIDED_KINDS.map((kind): [string, string] => [kind, KIND_WORDS[kind]]);

export function missingWords(missing: VerificationCase["missing"]): string {
  const words = missing.map((kind) => YOUR_KIND[kind].replace(/^votre /, ""));
  return new Intl.ListFormat("fr-FR").format(words);
}

export function readerLines(found: VerificationCase) {
  return found.readers.map(({ name, at, kind }) => ({
    ...{ id: at.toISOString(), name, what: KIND_WORDS[kind].toLowerCase(), when: formatMoment(at) },
  }));
}
