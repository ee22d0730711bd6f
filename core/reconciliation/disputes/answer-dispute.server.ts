import { createHash } from "node:crypto";
import Stripe from "stripe";
import { z } from "zod";
import {
  type BookingEvidence,
  gatherEvidence,
} from "../../bookings/evidence/gather-evidence.server.ts";
import { dropWaiting, findWaiting } from "../../bookings/goodwill/second-person.server.ts";
import { applyPayment } from "../../bookings/payment/apply-payment.server.ts";
import type { Context } from "../../context.server.ts";
import { formatMoment } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { listActsOn } from "../../operators/acts/list-acts.server.ts";
import { listOpened, recordAct, recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { settleDisputes } from "../../payments/disputes/apply-dispute.server.ts";
import { findPayment } from "../../payments/find-payment.server.ts";
import { readLedger } from "../../payments/ledger/read-ledger.server.ts";
import { createOnce } from "../../payments/prepare-payment.server.ts";
import { listSentFiles } from "./add-evidence-file.server.ts";
import { FILE_NAMES, FILES_CHANGED, notOpened, TOO_MANY_PAGES } from "./labels.ts";
import { answerInput, type EvidenceFile } from "./schema.ts";
import { deleteFiles, listFiles } from "./store.server.ts";

type Answer = z.output<typeof answerInput>;

/**
 * Once, since the bank takes no second answer (rule: dispute-evidence;
 * https://docs.stripe.com/api/disputes/update). The provider is asked first, under a key made of
 * the evidence; sent again after a break, the same evidence is only written down.
 * @throws AppError `invalid_input` for an unopened file, `forbidden` to all but finance,
 * `not_found`, `conflict` when no evidence is wanted or it is refused; the provider's error without
 * an answer.
 */
export async function answerDispute(ctx: Context, input: z.input<typeof answerInput>) {
  requireOperator(ctx, "finance");
  const answer = parseInput(answerInput, input);
  const payment = await findPayment(ctx.db, { id: answer.paymentId });
  if (!payment?.disputeStatus || !payment.paymentIntentId) {
    throw new AppError("not_found", { message: "Ce litige n'existe pas." });
  }
  const known = await gatherEvidence(ctx.db, payment.reference);
  const files = await listFiles(ctx.db, payment.id);
  if (files.map(({ fileId }) => fileId).join() !== answer.files.join()) {
    throw new AppError("conflict", { message: FILES_CHANGED });
  }
  await requireOpened(ctx, files);
  const evidence = {
    ...evidenceOf(answer, known),
    ...Object.fromEntries(files.map(({ kind, fileId }) => [kind, fileId])),
  };
  const key = createHash("sha256").update(JSON.stringify(evidence)).digest("hex").slice(0, 32);
  const { data: disputes } = await ctx.stripe.disputes.list({
    payment_intent: payment.paymentIntentId,
    limit: 100,
  });
  const dispute =
    disputes.find(({ status }) => isWaiting(status)) ??
    (await findUnwritten(ctx, payment.id, { disputes, key }));
  if (!dispute) throw new AppError("conflict", { message: NO_LONGER });
  const answered = await send(ctx, dispute, { evidence, key });
  await ctx.db.transaction(async (tx) => {
    // The act keeps what was sent.
    await deleteFiles(tx, payment.id);
    await dropWaiting(ctx, tx, payment.id, "loss");
    await recordAct(ctx, tx, {
      ...{ act: "evidence_sent", object: { kind: "payment", id: payment.id } },
      ...{ personId: known?.clientId, reason: answer.reason },
      before: { disputeStatus: payment.disputeStatus },
      after: { disputeStatus: answered.status, disputeId: answered.id, evidence },
    });
  });
  await settleDisputes(ctx, payment, applyPayment);
}

/** A file in the place of another has to be opened anew. */
async function requireOpened(ctx: Context, files: readonly EvidenceFile[]): Promise<void> {
  const ids = files.map(({ fileId }) => fileId);
  const opened = await listOpened(ctx, ctx.db, { kind: "evidence", ids });
  const unread = files.filter(({ fileId }) => !opened.includes(fileId));
  if (unread.length === 0) return;
  const names = unread.map(({ kind }) => FILE_NAMES[kind]);
  throw new AppError("invalid_input", { fields: { files: [notOpened(names)] } });
}

/** Sent this evidence before the site broke off. */
async function findUnwritten(
  ctx: Context,
  paymentId: string,
  { disputes, key }: { disputes: readonly Stripe.Dispute[]; key: string },
): Promise<Stripe.Dispute | undefined> {
  const sent = disputes.find(({ metadata }) => metadata.evidence === key);
  const acts = sent ? await listActsOn(ctx, { kind: "payment", id: paymentId }) : [];
  return acts.some(({ details }) => details?.after?.disputeId === sent?.id) ? undefined : sent;
}

const NO_LONGER = "La banque n'attend plus de preuves pour ce paiement.";

/** A mere inquiry is answered too: it may end before money is taken. */
const isWaiting = (status: string) =>
  status === "needs_response" || status === "warning_needs_response";

async function send(
  ctx: Context,
  { id, metadata, ...dispute }: Stripe.Dispute,
  { evidence, key }: { evidence: Stripe.DisputeUpdateParams.Evidence; key: string },
): Promise<Stripe.Dispute> {
  if (metadata.evidence === key) return { id, metadata, ...dispute };
  try {
    return await createOnce(ctx, `evidence-${id}-${key}`, {
      find: async (options) => {
        const found = await ctx.stripe.disputes.retrieve(id, {}, options);
        return found.metadata.evidence === key ? found : null;
      },
      make: (options) =>
        ctx.stripe.disputes.update(
          id,
          { evidence, metadata: { evidence: key }, submit: true },
          options,
        ),
    });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    ctx.log.warn({ err: error, disputeId: id }, "the provider refuses evidence");
    const message =
      error.code === "dispute_evidence_page_limit_exceeded"
        ? TOO_MANY_PAGES
        : `Stripe refuse ces preuves : ${error.message}`;
    throw new AppError("conflict", { message });
  }
}

/** In the provider's fields, without what is empty; a client's note is in none of them. */
function evidenceOf(
  { product, serviceDate, refundPolicy, cancellation, activity, messages }: Answer,
  known: BookingEvidence | null,
): Stripe.DisputeUpdateParams.Evidence {
  const picked = known?.messages.filter(({ id }) => messages.includes(id)) ?? [];
  const fields = {
    product_description: product,
    service_date: serviceDate,
    refund_policy_disclosure: refundPolicy,
    cancellation_rebuttal: cancellation,
    access_activity_log: activity,
    customer_name: known?.customerName ?? "",
    customer_email_address: known?.customerEmail ?? "",
    uncategorized_text: picked.map(lineOf).join("\n\n"),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
}

function lineOf({ by, text, at }: BookingEvidence["messages"][number]): string {
  const author = by === "client" ? "Le client" : "Le praticien";
  return `${author}, le ${formatMoment(at)} :\n${text}`;
}

/**
 * Without notes.
 * @throws AppError `not_found` when nobody contested it (rule: dispute-evidence).
 */
export async function showDispute(ctx: Context, input: unknown) {
  requireOperator(ctx);
  const { paymentId } = parseInput(z.object({ paymentId: z.uuid() }), input);
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment?.disputeStatus) {
    throw new AppError("not_found", { message: "Ce litige n'existe pas." });
  }
  await recordReading(ctx, { kind: "payment", id: paymentId });
  return {
    payment,
    ledger: await readLedger(ctx, payment),
    evidence: await gatherEvidence(ctx.db, payment.reference),
    files: await listFiles(ctx.db, paymentId),
    sent: await listSentFiles(ctx, paymentId),
    loss: await findWaiting(ctx, "loss", paymentId),
  };
}
