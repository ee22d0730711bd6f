import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { emailAddress } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { setTick } from "../professionals/refresh-own-listings.server.ts";
import { tickOf } from "./labels.ts";
import { missingFor, PROOF_KINDS, type ProofKind } from "./rules.ts";
import type { Tick } from "./schema.ts";
import {
  changeProofs,
  deleteProofsOf,
  findProfessionalOf,
  listAccepted,
  lockHolder,
} from "./store.server.ts";

/**
 * Call it in every transaction that changes a proof (rule: tick).
 * @returns whether it stands now.
 */
export async function settleTick(
  tx: Transaction,
  { professionalId, isVerified }: { professionalId: string; isVerified: boolean },
  now: Date,
): Promise<boolean> {
  const accepted = await listAccepted(tx, professionalId);
  const stands = missingFor(accepted, now).length === 0;
  if (stands !== isVerified) await setTick(tx, professionalId, stands, now);
  return stands;
}

/** The documents go with the next sweep, within an hour (rule: account-deletion). */
export function dropProofs(ctx: Context, tx: Transaction, userId: string): Promise<void> {
  return deleteProofsOf(tx, userId, ctx.now());
}

/**
 * Takes the tick away if it stood on that (rule: tick); nothing happens where nothing was accepted.
 */
export async function endProof(
  ctx: Context,
  tx: Transaction,
  holder: { professionalId: string; isVerified: boolean; email: string },
  kind: ProofKind,
  reason: string,
): Promise<void> {
  const now = ctx.now();
  const { professionalId, email } = holder;
  const accepted = { professionalId, kind, status: "accepted" } as const;
  const [ended] = await changeProofs(tx, accepted, { status: "ended", endedAt: now, reason }, now);
  if (!ended) return;
  await settleTick(tx, holder, now);
  await enqueueMail(ctx, tx, {
    ...{ kind: "proof-ended", reference: ended.id, to: email, data: { proofId: ended.id } },
  });
}

/** Null without a tick (rule: tick). */
export async function showTick(ctx: Context, input: unknown): Promise<Tick | null> {
  const { professionalId } = parseInput(z.object({ professionalId: z.uuid() }), input);
  return tickOf(await listAccepted(ctx.reads, professionalId), ctx.now());
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
