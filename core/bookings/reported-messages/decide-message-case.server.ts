import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { findBookingRow } from "../store.server.ts";
import { messageDecisionInput } from "./schema.ts";
import { closeReport, lockMessage, setRemoved } from "./store.server.ts";

/**
 * Keeps a reported message or takes it away, with the reason that its reader is told, and its author
 * too when it is gone (rule: reported-messages). For operators of the assistance.
 *
 * @throws AppError `invalid_input`, `not_found`, `forbidden`, `conflict` when nobody waits for it.
 */
export async function decideMessageCase(
  ctx: Context,
  input: z.input<typeof messageDecisionInput>,
): Promise<void> {
  requireOperator(ctx, "assistance");
  const { messageId, decision, reason } = parseInput(messageDecisionInput, input);
  const outcome = decision === "remove" ? "removed" : "kept";
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const message = await lockMessage(tx, messageId);
    const row = message && (await findBookingRow(tx, message.bookingId));
    if (!message || !row) throw new AppError("not_found", { message: "Ce message n'existe pas." });
    const closed = await closeReport(tx, messageId, { outcome, answer: reason, decidedAt: now });
    if (!closed) {
      throw new AppError("conflict", { message: "Ce message n'attend aucune décision." });
    }
    const { reportId, email } = closed;
    const mail = { reference: reportId, data: { reportId } };
    if (email) await enqueueMail(ctx, tx, { kind: "message-report-decided", to: email, ...mail });
    if (outcome === "removed") {
      await setRemoved(tx, messageId, now);
      const to = message.by === "client" ? row.buyerEmail : row.professionalEmail;
      await enqueueMail(ctx, tx, { kind: "message-removed", to, ...mail });
    }
    await recordAct(ctx, tx, {
      act: outcome === "removed" ? "letter_removed" : "letter_kept",
      object: { kind: "letter", id: messageId },
      personId: message.by === "client" ? row.clientId : row.professionalUserId,
      reason,
      ...{ before: { isRemoved: message.removedAt !== null } },
      after: { isRemoved: outcome === "removed" },
    });
  });
}
