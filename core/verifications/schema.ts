import { z } from "zod";
import { PROTECTED_TITLES, type ProtectedTitle } from "../moderation/rules.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { isPlausibleSiret } from "../professionals/rules.ts";
import type { proofs } from "../tables.server.ts";
import { oneLine } from "../texts/clean-text.ts";
import { DECIDED_KINDS, type DecidedKind, type NEEDED, type ProofKind } from "./rules.ts";

const MISSING = "Ce champ est obligatoire.";
const line = z
  .string(MISSING)
  .overwrite(oneLine)
  .min(1, MISSING)
  .max(200, "200 caractères au plus.");
const day = z.iso.date("Choisissez une date.");
const optionalDay = z
  .union([z.literal("").transform(() => null), day])
  .nullish()
  .transform((value) => value ?? null);
const digits = z.string(MISSING).transform((value) => value.replaceAll(/[\s.-]+/g, ""));

const document = z.instanceof(File, { error: "Choisissez un fichier." });

/** As declared, and as an operator types it. */
const paper = { title: line, issuer: line, issuedOn: day };
export const paperInputs = {
  diploma: z.object({ ...paper, expiresOn: optionalDay }),
  insurance: z.object({ ...paper, expiresOn: day }),
};
export type PaperInput = z.output<(typeof paperInputs)["diploma"]>;

export const proofInput = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("company"),
      number: digits.refine(isPlausibleSiret, "Ce numéro SIRET n'est pas valide : 14 chiffres."),
    }),
    paperInputs.diploma.extend({ kind: z.literal("diploma"), file: document }),
    paperInputs.insurance.extend({ kind: z.literal("insurance"), file: document }),
    z.object({
      kind: z.literal("title"),
      title: z.enum(PROTECTED_TITLES as [ProtectedTitle], "Choisissez un titre."),
      // Nine characters of ADELI, eleven of RPPS (rule: protected-titles).
      number: digits.refine(
        (value) => /^(?:\d{9}|2[AB]\d{7}|\d{11})$/i.test(value),
        "11 chiffres pour un numéro RPPS, 9 pour un numéro ADELI.",
      ),
    }),
  ],
  "Cette pièce n'existe pas.",
);
export type ProofInput = z.output<typeof proofInput>;

export const proofKey = z.object({ proofId: z.uuid() });
export const verificationKey = z.object({ professionalId: z.uuid() });

/** What is read of a paper comes with it. */
export const proofDecision = z.discriminatedUnion(
  "decision",
  [
    z.object({ decision: z.literal("accepted"), proofId: z.uuid() }),
    z.object({ decision: z.literal("refused"), proofId: z.uuid(), reason: requiredReason }),
  ],
  "Choisissez ce que vous décidez.",
);

export const proofRequest = z.object({
  professionalId: z.uuid(),
  kind: z.enum(DECIDED_KINDS, "Choisissez la pièce que vous demandez."),
  reason: requiredReason,
});

export interface ProofView extends Omit<typeof proofs.$inferSelect, "professionalId"> {
  /** Null where there is none, or it was deleted. */
  file: { type: "application/pdf" | "image/jpeg"; bytes: number } | null;
}

/** The newest of each kind, and the one before it that still counts. */
export interface OwnVerification {
  isVerified: boolean;
  missing: (typeof NEEDED)[number][];
  /** The one in force stands beside it if that is another. */
  proofs: Partial<Record<ProofKind, { newest: ProofView; inForce: ProofView | null }>>;
  /** Filled in as long as nothing was given. */
  siret: string | null;
  /** Published, but without an accepted number. */
  claimed: ProtectedTitle[];
}

export interface Tick {
  verifiedAt: Date;
  lines: string[];
}

export interface VerificationCase {
  professionalId: string;
  userId: string;
  businessName: string;
  email: string;
  name: string;
  city: string | null;
  postalCode: string | null;
  siret: string | null;
  categories: string[];
  isVerified: boolean;
  proofs: ProofView[];
  opened: string[];
  tick: Tick | null;
  missing: (typeof NEEDED)[number][];
  claimed: { title: ProtectedTitle; texts: string[] }[];
  readers: { name: string; at: Date; kind: DecidedKind }[];
}

export interface OpenVerification {
  professionalId: string;
  businessName: string;
  city: string | null;
  kinds: DecidedKind[];
  since: Date;
}
