import * as addresses from "#site/addresses.ts";
import type { Context } from "../context.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { findNewestAct } from "../operators/acts/record-act.server.ts";
import { KIND_WORDS, lineOf, YOUR_KIND } from "./labels.ts";
import { daysLeft, missingFor, type ProofKind } from "./rules.ts";
import { findHolder, findProof, listAccepted, listProofs } from "./store.server.ts";

export interface ProofMail {
  kind: ProofKind;
  name: string;
  yours: string;
  title: string | null;
  issuer: string | null;
  /** « 2026-12-31 », like its last day. */
  issuedOn: string | null;
  expiresOn: string | null;
  left: number | null;
  reason: string | null;
  told: string;
  isVerified: boolean;
  missing: string[];
  pageUrl: string;
}

type Kind =
  | "proof-received"
  | "proof-accepted"
  | "proof-refused"
  | "proof-expiring"
  | "proof-ended";

/** Each mail is true in this state alone. */
const STATUS = {
  "proof-received": "waiting",
  "proof-accepted": "accepted",
  "proof-refused": "refused",
  "proof-expiring": "accepted",
  "proof-ended": "ended",
} as const satisfies Record<Kind, string>;

export async function readPieceMail(
  ctx: Context,
  { kind: mail, data: { proofId } }: QueuedMail<Kind>,
): Promise<ProofMail | null> {
  const proof = await findProof(ctx.db, proofId);
  const holder = proof && (await findHolder(ctx.db, proof.professionalId));
  if (!holder || proof.status !== STATUS[mail]) return null;
  const now = ctx.now();
  const accepted = await listAccepted(ctx.db, proof.professionalId);
  const { kind, title, issuer, issuedOn, expiresOn, reason } = proof;
  return {
    ...{ kind, title, issuer, issuedOn, expiresOn, reason, isVerified: holder.isVerified },
    told: lineOf(proof),
    ...{ name: KIND_WORDS[kind], yours: YOUR_KIND[kind], left: daysLeft(expiresOn, now) },
    missing: missingFor(accepted, now).map((one) => YOUR_KIND[one]),
    pageUrl: ctx.config.appUrl + addresses.verification,
  };
}

/** Null once given since, or the words were erased. */
export async function readWantedMail(
  ctx: Context,
  { data: { professionalId, kind, at } }: QueuedMail<"proof-wanted">,
) {
  const since = new Date(at);
  const proofs = await listProofs(ctx.db, professionalId);
  if (proofs.some((proof) => proof.kind === kind && proof.createdAt > since)) return null;
  const object = { kind: "verification", id: professionalId } as const;
  const asked = await findNewestAct(ctx.db, object, ["proof_asked"]);
  const reason = asked?.details?.reason;
  if (!reason) return null;
  return { yours: YOUR_KIND[kind], reason, pageUrl: ctx.config.appUrl + addresses.verification };
}
