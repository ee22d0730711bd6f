import { requireProfessional } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import { keepPaper } from "./keep-papers.server.ts";
import { PROOFS_PER_HOUR, requireDays } from "./rules.ts";
import { type ProofInput, proofInput } from "./schema.ts";
import { attachFile, changeProofs, insertProof, lockHolder } from "./store.server.ts";

/**
 * Replaces a waiting one of its kind; an accepted one counts until this one is (rule: tick).
 * @throws AppError `forbidden` without a professional profile, `payload_too_large`,
 * `unsupported_media_type`, `rate_limited`, `storage_unavailable`.
 */
export async function submitProof(ctx: Context, input: unknown): Promise<void> {
  const { userId, professionalId } = requireProfessional(ctx);
  const given = parseInput(proofInput, input);
  const now = ctx.now();
  if ("issuedOn" in given) requireDays(given, now);
  if (!(await ctx.limits.consume("proof", userId, PROOFS_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  const fileId = "file" in given ? await keepPaper(ctx, given.file) : null;
  await ctx.db.transaction(async (tx) => {
    const holder = await lockHolder(tx, professionalId);
    if (!holder) throw new AppError("forbidden");
    const { kind } = given;
    const waiting = { professionalId, kind, status: "waiting" } as const;
    await changeProofs(tx, waiting, { status: "ended", endedAt: now }, now);
    const proofId = await insertProof(tx, { ...waiting, ...columnsOf(given), createdAt: now });
    if (fileId) await attachFile(tx, { id: fileId, proofId, deleteAfter: null });
    await ctx.jobs.send(tx, "check-proofs", { professionalId });
    await enqueueMail(ctx, tx, {
      ...{ kind: "proof-received", reference: proofId, to: holder.email, data: { proofId } },
    });
  });
}

function columnsOf(given: ProofInput) {
  if (given.kind === "company") return { number: given.number };
  if (given.kind === "title") return { title: given.title, number: given.number.toUpperCase() };
  const { title, issuer, issuedOn, expiresOn } = given;
  return { title, issuer, issuedOn, expiresOn };
}
