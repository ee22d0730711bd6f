import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { proofRequest } from "./schema.ts";
import { lockHolder } from "./store.server.ts";

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
