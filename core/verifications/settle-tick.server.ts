import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { setTick } from "../professionals/refresh-own-listings.server.ts";
import { missingFor, type ProofKind } from "./rules.ts";
import { changeProofs, listAccepted } from "./store.server.ts";

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
