import { z } from "zod";
import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { parseInput } from "../parse.ts";
import { showTaxRequest } from "./show-tax-request.server.ts";
import { noteLooked } from "./store.server.ts";

const decisionInput = z.object({
  professionalId: z.uuid(),
  decision: z.enum(["remind", "note"], "Choisissez ce qu'il faut faire."),
  reason: requiredReason,
});

/**
 * Sends none of the legal reminders; back in the queue in four weeks (rule: tax-details).
 * @throws AppError `forbidden` to all but assistance and finance, `conflict` after a reminder
 * today.
 */
export async function decideTaxRequest(ctx: Context, input: unknown): Promise<string> {
  const { professionalId, userId, email } = await showTaxRequest(ctx, input);
  const { decision, reason } = parseInput(decisionInput, input);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await noteLooked(tx, professionalId, now))) throw new AppError("not_found");
    if (decision === "remind") {
      const isNew = await enqueueMail(ctx, tx, {
        ...{ kind: "tax-details-due", reference: `${professionalId}:again:${dayKey(now)}` },
        ...{ to: email, data: { professionalId } },
      });
      if (!isNew)
        throw new AppError("conflict", { message: "Un rappel est déjà parti aujourd'hui." });
    }
    await recordAct(ctx, tx, {
      act: decision === "remind" ? "tax_reminded" : "tax_noted",
      ...{ object: { kind: "account", id: userId }, personId: userId, reason },
    });
  });
  return decision === "remind" ? "Rappel envoyé" : "Note inscrite";
}
