import type { z } from "zod";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { accept } from "./decide-proof.server.ts";
import { KIND_WORDS, lowered } from "./labels.ts";
import { missingFor } from "./rules.ts";
import { verificationDecision } from "./schema.ts";
import { settleTick } from "./settle-tick.server.ts";
import { findProof, listProofs, lockHolder } from "./store.server.ts";

type Decision = z.output<typeof verificationDecision>;

/**
 * Grants the tick, which accepts all that waits at once as it was given, or asks its professional for
 * one piece by a mail, without refusing any (rule: tick). To grant is for operators of the
 * administration, to ask for those of the assistance too.
 *
 * @returns what was done, in words.
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict` for a tick that something is
 * still missing for, a piece that has come since they were read, or one that was asked for today.
 */
export async function decideVerification(ctx: Context, input: unknown): Promise<string> {
  requireOperator(ctx, "assistance", "administration");
  const asked = parseInput(verificationDecision, input);
  if (asked.decision === "ask") return ask(ctx, asked);
  requireOperator(ctx, "administration");
  return grant(ctx, asked);
}

async function grant(
  ctx: Context,
  { professionalId, shown, reason }: Extract<Decision, { decision: "grant" }>,
): Promise<string> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const holder = await lockHolder(tx, professionalId);
    if (!holder) throw new AppError("not_found", { message: "Ce praticien n'existe plus." });
    const proofs = await listProofs(tx, professionalId);
    const waiting = proofs.filter(({ status }) => status === "waiting");
    const accepted = waiting.map((proof) => ({ ...proof, status: "accepted" as const }));
    const missing = missingFor([...proofs, ...accepted], now).map((kind) => KIND_WORDS[kind]);
    if (missing.length > 0) {
      const words = new Intl.ListFormat("fr-FR").format(missing.map(lowered));
      throw new AppError("conflict", { message: `Il manque encore pour la coche : ${words}.` });
    }
    const read = new Set(shown.split(" "));
    if (waiting.some(({ id }) => !read.has(id))) {
      throw new AppError("conflict", { message: "Une pièce est arrivée entre-temps : relisez." });
    }
    const [newest] = waiting;
    if (!newest) throw new AppError("conflict", { message: "Rien n'attend de décision." });
    for (const { id } of waiting) {
      const proof = await findProof(tx, id);
      if (proof) await accept(tx, proof, { expiresOn: proof.expiresOn }, now);
    }
    await settleTick(tx, holder, now);
    // One mail for all: it says that the tick stands.
    await enqueueMail(ctx, tx, {
      ...{ kind: "proof-accepted", reference: newest.id, to: holder.email },
      data: { proofId: newest.id },
    });
    await recordAct(ctx, tx, {
      act: "tick_granted",
      ...{ object: { kind: "verification", id: professionalId }, personId: holder.userId, reason },
      before: Object.fromEntries(waiting.map(({ kind }) => [kind, "waiting"])),
      after: Object.fromEntries(waiting.map(({ kind }) => [kind, "accepted"])),
    });
  });
  return "Coche accordée";
}

async function ask(
  ctx: Context,
  { professionalId, kind, reason }: Extract<Decision, { decision: "ask" }>,
): Promise<string> {
  const now = ctx.now();
  const at = now.toISOString();
  await ctx.db.transaction(async (tx) => {
    const holder = await lockHolder(tx, professionalId);
    if (!holder) throw new AppError("not_found", { message: "Ce praticien n'existe plus." });
    const isNew = await enqueueMail(ctx, tx, {
      ...{ kind: "proof-wanted", reference: `${professionalId} ${kind} ${dayKey(now)}` },
      ...{ to: holder.email, data: { professionalId, kind, at } },
    });
    if (!isNew) {
      throw new AppError("conflict", { message: "Cette pièce a déjà été demandée aujourd'hui." });
    }
    await recordAct(ctx, tx, {
      act: "proof_asked",
      ...{ object: { kind: "verification", id: professionalId }, personId: holder.userId, reason },
      after: { demandee: kind },
    });
  });
  return "Pièce demandée";
}
