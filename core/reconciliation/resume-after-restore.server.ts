import { z } from "zod";
import type { Executor } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { markRestored, unmarkRestored } from "./store.server.ts";

const resumption = z.object({ reason: requiredReason });

/**
 * Payments since the backup are then booked or refunded. False when it was not waiting.
 * @throws AppError `forbidden` to all but administration.
 */
export async function resumeAfterRestore(
  ctx: Context,
  input: z.input<typeof resumption>,
): Promise<boolean> {
  requireOperator(ctx, "administration");
  const { reason } = parseInput(resumption, input);
  return ctx.db.transaction(async (tx) => {
    const wasWaiting = await unmarkRestored(tx);
    const object = { kind: "site" as const, id: "base" };
    if (wasWaiting) await recordAct(ctx, tx, { act: "restore_resumed", object, reason });
    return wasWaiting;
  });
}

/** The live one may still sell what this one does not know: unknown payments are left alone. */
export function holdLostBack(db: Executor, restoredAt: Date): Promise<void> {
  return markRestored(db, restoredAt);
}
