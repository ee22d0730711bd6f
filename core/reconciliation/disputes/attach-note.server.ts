import type { Context } from "../../context.server.ts";
import { findReceipt, printReceipt } from "../../papers/show-receipt.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { isDisputeOpen } from "../../payments/rules.ts";
import { giveFile } from "./add-evidence-file.server.ts";
import { SENT_NAMES } from "./labels.ts";
import { addFile, listFiles } from "./store.server.ts";

/**
 * Once, when the bank opens the dispute; an operator may replace it (rule: dispute-evidence).
 * @throws the provider's error when it does not answer; the job tries again.
 */
export async function attachNote(
  ctx: Context,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment || !isDisputeOpen(payment.disputeStatus)) return;
  const files = await listFiles(ctx.db, paymentId);
  const receipt = await findReceipt(ctx.db, payment.reference);
  if (!receipt || files.some(({ kind }) => kind === "receipt")) return;
  const bytes = printReceipt(receipt);
  const name = `${SENT_NAMES.receipt}.pdf`;
  const { id: fileId } = await giveFile(ctx, { bytes, type: "pdf", name });
  const row = { kind: "receipt", fileId, type: "pdf", bytes: bytes.length } as const;
  await addFile(ctx.db, { paymentId, ...row, addedAt: ctx.now() });
}
