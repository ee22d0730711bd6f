import type { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { DOCUMENT_KINDS } from "./rules.ts";
import { proofDecision } from "./schema.ts";
import { settleTick } from "./settle-tick.server.ts";
import { changeProofs, findProof, lockHolder } from "./store.server.ts";

type Decision = z.output<typeof proofDecision>;
type Proof = NonNullable<Awaited<ReturnType<typeof findProof>>>;

/**
 * Accepts what a professional has given, as it was read and corrected, or refuses it with a reason that
 * they are told; one that was accepted before can be refused, too. The tick follows (rule: tick). For
 * operators of the administration.
 *
 * @returns whether the tick stands now.
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict` for one that was replaced, or
 * a company of which the register has said nothing.
 */
export async function decideProof(ctx: Context, input: unknown): Promise<boolean> {
  requireOperator(ctx, "administration");
  const asked = parseInput(proofDecision, input);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const found = await findProof(tx, asked.proofId);
    const holder = found && (await lockHolder(tx, found.professionalId));
    // Read again: it may have been replaced while this one waited.
    const proof = holder && (await findProof(tx, asked.proofId));
    if (!holder || !proof)
      throw new AppError("not_found", { message: "Cette pièce n'existe plus." });
    const { id, professionalId, kind, status } = proof;
    if (status !== "waiting" && !(status === "accepted" && asked.decision === "refused")) {
      throw new AppError("conflict", { message: "Cette pièce n'attend plus de décision." });
    }
    const reason = asked.decision === "refused" ? asked.reason : null;
    if (asked.decision === "accepted") await accept(tx, proof, asked, now);
    else {
      const change = { status: "refused", decidedAt: now, reason } as const;
      await changeProofs(tx, { professionalId, kind, status }, change, now);
    }
    const stands = await settleTick(tx, holder, now);
    await enqueueMail(ctx, tx, {
      kind: asked.decision === "accepted" ? "proof-accepted" : "proof-refused",
      ...{ reference: id, to: holder.email, data: { proofId: id } },
    });
    await recordAct(ctx, tx, {
      act: asked.decision === "accepted" ? "proof_accepted" : "proof_refused",
      ...{ object: { kind: "verification", id: professionalId }, personId: holder.userId },
      ...{ reason, before: { [kind]: status }, after: { [kind]: asked.decision, coche: stands } },
    });
    return stands;
  });
}

/** Accepts it, as it was read and corrected, in place of the one that counted until now. */
export async function accept(
  tx: Transaction,
  { professionalId, kind, register, ...given }: Proof,
  asked: Partial<Extract<Decision, { decision: "accepted" }>>,
  now: Date,
): Promise<void> {
  if (kind === "company" && !register) {
    throw new AppError("conflict", { message: "Le registre public n'a pas encore répondu." });
  }
  const isPaper = DOCUMENT_KINDS.some((one) => one === kind);
  const expiresOn = asked.expiresOn ?? (kind === "insurance" ? given.expiresOn : null);
  if (isPaper && expiresOn && expiresOn < dayKey(now)) {
    throw new AppError("invalid_input", { fields: { expiresOn: ["Cette date est passée."] } });
  }
  const read = {
    title: asked.title ?? given.title,
    issuer: asked.issuer ?? given.issuer,
    issuedOn: asked.issuedOn ?? given.issuedOn,
    expiresOn,
  };
  const ended = { status: "ended", endedAt: now } as const;
  await changeProofs(tx, { professionalId, kind, status: "accepted" }, ended, now);
  const change = { status: "accepted", decidedAt: now, ...(isPaper && read) } as const;
  await changeProofs(tx, { professionalId, kind, status: "waiting" }, change, now);
}
