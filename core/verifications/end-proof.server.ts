import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import type { ProofKind } from "./rules.ts";
import { settleTick } from "./settle-tick.server.ts";
import { changeProofs } from "./store.server.ts";

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
