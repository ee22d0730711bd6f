import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { findTitles } from "../moderation/rules.ts";
import { listPublishedTexts } from "../moderation/titles/list-published-texts.server.ts";
import { isInForce, missingFor, PROOF_KINDS } from "./rules.ts";
import type { OwnVerification } from "./schema.ts";
import { findHolder, listProofs } from "./store.server.ts";

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
