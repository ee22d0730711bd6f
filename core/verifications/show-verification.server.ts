import { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { listPublishedTexts } from "../moderation/list-suspects.server.ts";
import { findTitles } from "../moderation/rules.ts";
import { listOpened, recordReading } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { tickOf } from "./labels.ts";
import { type DecidedKind, isInForce, missingFor, PROOF_KINDS } from "./rules.ts";
import {
  type OpenVerification,
  type OwnVerification,
  type Tick,
  type VerificationCase,
  verificationKey,
} from "./schema.ts";
import { findHolder, listAccepted, listProofs, listReaders, listWaiting } from "./store.server.ts";

/**
 * For operators of assistance and administration (rule: tick).
 * @throws AppError `forbidden` to others.
 */
export async function showVerification(ctx: Context, input: unknown): Promise<VerificationCase> {
  requireOperator(ctx, "assistance", "administration");
  const { professionalId } = parseInput(verificationKey, input);
  const { db } = ctx;
  const found = await findHolder(db, professionalId);
  if (!found) throw new AppError("not_found", { message: "Ce praticien n'existe plus." });
  const { accountId: _, isOpen: __, ...holder } = found;
  const proofs = await listProofs(db, professionalId);
  const accepted = await listAccepted(db, professionalId);
  const known = accepted.find(({ kind }) => kind === "title")?.title;
  const texts = await listPublishedTexts(ctx, professionalId);
  const kinds = new Map(proofs.map(({ id, kind }) => [id, kind as DecidedKind]));
  const readers = await listReaders(db, [...kinds.keys()]);
  const opened = await listOpened(ctx, db, { kind: "proof", ids: [...kinds.keys()] });
  await recordReading(ctx, { kind: "verification", id: professionalId });
  const now = ctx.now();
  return {
    ...{
      ...holder,
      proofs,
      opened,
      tick: tickOf(accepted, now),
      missing: missingFor(accepted, now),
    },
    categories: [...new Set(texts.flatMap(({ category }) => category ?? []))],
    claimed: findTitles(texts.map(({ text }) => text).join("\n"))
      .filter((title) => title !== known)
      .map((title) => ({
        title,
        texts: texts.flatMap(({ text }) => (findTitles(text).includes(title) ? [text] : [])),
      })),
    readers: readers.flatMap(({ name, at, proofId }) => {
      const kind = kinds.get(proofId);
      return kind ? [{ name, at, kind }] : [];
    }),
  };
}

export function listVerifications({ db }: Pick<Context, "db">): Promise<OpenVerification[]> {
  return listWaiting(db);
}

/** (rule: tick) @throws AppError `forbidden` without a professional profile. */
export async function showOwnVerification(ctx: Context): Promise<OwnVerification> {
  const { professionalId } = requireActor(ctx);
  const holder = professionalId ? await findHolder(ctx.db, professionalId) : null;
  if (!holder) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const all = await listProofs(ctx.db, holder.professionalId);
  const now = ctx.now();
  const proofs: OwnVerification["proofs"] = {};
  for (const kind of PROOF_KINDS) {
    const [newest, ...older] = all.filter((proof) => proof.kind === kind);
    if (!newest) continue;
    proofs[kind] = { newest, inForce: older.find((proof) => isInForce(proof, now)) ?? null };
  }
  const known = all.find(({ kind, status }) => kind === "title" && status === "accepted")?.title;
  const texts = await listPublishedTexts(ctx, holder.professionalId);
  return {
    ...{ isVerified: holder.isVerified, missing: missingFor(all, now), proofs },
    siret: holder.siret,
    claimed: findTitles(texts.map(({ text }) => text).join("\n")).filter(
      (title) => title !== known,
    ),
  };
}

/** Null without a tick (rule: tick). */
export async function showTick(ctx: Context, input: unknown): Promise<Tick | null> {
  const { professionalId } = parseInput(z.object({ professionalId: z.uuid() }), input);
  return tickOf(await listAccepted(ctx.reads, professionalId), ctx.now());
}
