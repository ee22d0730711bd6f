import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import type { ActValues } from "../operators/acts/labels.ts";
import { listOpened, recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { isPaper, PROOF_KINDS, requireDays } from "./rules.ts";
import { type PaperInput, paperInputs, proofDecision, proofRequest } from "./schema.ts";
import { endProof, settleTick } from "./settle-tick.server.ts";
import { changeProofs, findProfessionalOf, findProof, lockHolder } from "./store.server.ts";

type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>>;

/**
 * Only who has opened a paper accepts it (rule: tick).
 * @returns whether the tick stands now.
 * @throws AppError `invalid_input` also for a paper not opened, `forbidden` to other operators,
 * `conflict` for one that was replaced, or a company without the register's answer.
 */
export async function decideProof(ctx: Context, input: unknown): Promise<boolean> {
  requireOperator(ctx, "administration");
  const asked = parseInput(proofDecision, input);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await findProof(tx, asked.proofId);
    const holder = found && (await lockHolder(tx, found.professionalId));
    // May have been replaced while this one waited.
    const proof = holder && (await findProof(tx, asked.proofId));
    if (!holder || !proof)
      throw new AppError("not_found", { message: "Cette pièce n'existe plus." });
    const { id, professionalId, kind, status } = proof;
    const isAccepted = asked.decision === "accepted";
    if (status !== "waiting" && (status !== "accepted" || isAccepted)) {
      throw new AppError("conflict", { message: NO_LONGER });
    }
    const reason = asked.decision === "refused" ? asked.reason : null;
    const read = isAccepted ? await readProof(ctx, tx, proof, input) : null;
    if (isAccepted) {
      const ended = { status: "ended", endedAt: now } as const;
      await changeProofs(tx, { professionalId, kind, status: "accepted" }, ended, now);
    }
    const change = { status: asked.decision, decidedAt: now, reason, ...read };
    await changeProofs(tx, { professionalId, kind, status }, change, now);
    const stands = await settleTick(tx, holder, now);
    await enqueueMail(ctx, tx, {
      kind: isAccepted ? "proof-accepted" : "proof-refused",
      ...{ reference: id, to: holder.email, data: { proofId: id } },
    });
    await recordAct(ctx, tx, {
      act: isAccepted ? "proof_accepted" : "proof_refused",
      ...{ object: { kind: "verification", id: professionalId }, personId: holder.userId, reason },
      before: { [kind]: status, coche: holder.isVerified, ...declaredIn(proof) },
      after: { [kind]: asked.decision, coche: stands, ...(read && valuesOf(read)) },
    });
    return stands;
  });
}

const NO_LONGER =
  "Cette pièce n'attend plus de décision : elle a été décidée, ou une autre l'a remplacée. Rechargez la page.";
const NOT_OPENED = "Ouvrez d'abord ce document : vous acceptez ce que vous y avez lu.";

async function readProof(
  ctx: Context,
  tx: Transaction,
  { id, kind, register }: Proof,
  input: unknown,
): Promise<PaperInput | null> {
  if (kind === "company" && !register) {
    throw new AppError("conflict", { message: "Le registre public n'a pas encore répondu." });
  }
  if (!isPaper(kind)) return null;
  if ((await listOpened(ctx, tx, { kind: "proof", ids: [id] })).length === 0) {
    throw new AppError("invalid_input", { fields: { decision: [NOT_OPENED] } });
  }
  const read = parseInput<PaperInput>(paperInputs[kind], input);
  requireDays(read, ctx.now());
  return read;
}

function declaredIn(proof: Proof): ActValues {
  const { kind, title, number } = proof;
  if (isPaper(kind)) return valuesOf(proof);
  return { number, ...(kind === "title" && { title }) };
}

function valuesOf(words: Pick<Proof, keyof PaperInput>): ActValues {
  const { title, issuer, issuedOn, expiresOn } = words;
  return { paperTitle: title, issuer, issuedOn, expiresOn };
}

/**
 * Refuses nothing (rule: tick).
 * @throws AppError `forbidden` to other operators, `conflict` for a piece that was asked for today.
 */
export async function askProof(ctx: Context, input: unknown): Promise<void> {
  requireOperator(ctx, "assistance", "administration");
  const { professionalId, kind, reason } = parseInput(proofRequest, input);
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
}

const unverifyInput = z.object({ email: emailAddress, reason: requiredReason });

/**
 * Tells them why (rule: tick).
 * @returns the business's name.
 * @throws AppError `forbidden` to other operators.
 */
export async function unverifyProfessional(ctx: Context, input: z.input<typeof unverifyInput>) {
  requireOperator(ctx, "administration");
  const { email, reason } = parseInput(unverifyInput, input);
  return ctx.db.transaction(async (tx) => {
    const found = await findProfessionalOf(tx, email);
    const holder = found && (await lockHolder(tx, found));
    if (!holder) {
      throw new AppError("not_found", { message: "Cet e-mail n'est pas celui d'un praticien." });
    }
    for (const kind of PROOF_KINDS) {
      await endProof(ctx, tx, holder, kind, reason);
    }
    await settleTick(tx, holder, ctx.now());
    await recordAct(ctx, tx, {
      act: "professional_unverified",
      ...{ object: { kind: "account", id: holder.userId }, personId: holder.userId, reason },
      ...{ before: { isVerified: holder.isVerified }, after: { isVerified: false } },
    });
    return holder.businessName;
  });
}
