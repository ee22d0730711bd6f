import { z } from "zod";
import { requireActor, requireProfessional } from "../accounts/rules.ts";
import { generateSlotsOf } from "../catalogue/schedule/generate-slots.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { dayKey, formatLongDate } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail, enqueueMails } from "../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { recordAct, recordReading } from "../operators/acts/record-act.server.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { findVat, writeVat } from "../professionals/show-seller.server.ts";
import { findTaxRequest } from "../professionals/tax-requests/require-tax-details.server.ts";
import { holdsFrom, isHeld, nextLook, REMIND_EVERY } from "../professionals/tax-requests/rules.ts";
import { areDetailsDue, type YearlySales, yearOf } from "./rules.ts";
import { type OwnTaxDetails, taxDetailsInput } from "./schema.ts";
import {
  countSales,
  endRequest,
  findTaxDetails,
  findToAsk,
  listRequests,
  noteAsked,
  noteLooked,
  noteReminded,
  writeTaxDetails,
} from "./store.server.ts";

/** Counts sales since the first day of the year of the request (rule: tax-details). */
export async function showTaxRequest(
  ctx: Context,
  input: unknown,
): Promise<OwedDetails & YearlySales> {
  requireOperator(ctx, "assistance", "finance");
  const { professionalId } = parseInput(z.object({ professionalId: z.uuid() }), input);
  const requests = await listTaxRequests(ctx);
  const request = requests.find((one) => one.professionalId === professionalId);
  if (!request) throw new AppError("not_found", { message: "Aucune demande n'attend ici." });
  await recordReading(ctx, { kind: "account", id: request.userId });
  const sales = await countSales(ctx.db, professionalId, yearOf(request.askedAt).from);
  return { ...request, ...sales };
}

const decisionInput = z.object({
  professionalId: z.uuid(),
  decision: z.enum(["remind", "note"], "Choisissez ce qu'il faut faire."),
  reason: requiredReason,
});

/** Sends none of the legal reminders; back in the queue in four weeks (rule: tax-details). */
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

export type OwedDetails = Awaited<ReturnType<typeof listTaxRequests>>[number];

/** Longest wait first (rule: tax-details). */
export async function listTaxRequests(ctx: Context) {
  requireOperator(ctx);
  const now = ctx.now();
  const requests = await listRequests(ctx.db);
  return requests.map((request) => {
    return { ...request, isHeld: isHeld(request, now), ...nextLook(request, now) };
  });
}

/** Reminds twice, twenty days apart; safe to repeat (rule: tax-details). */
export const askForTaxDetails = defineJob("ask-for-tax-details", async (ctx) => {
  const now = ctx.now();
  const due = await findToAsk(ctx.db, yearOf(now).from);
  return ctx.db.transaction(async (tx) => {
    const asked = await noteAsked(tx, due, now);
    const reminded = await noteReminded(tx, new Date(now.getTime() - REMIND_EVERY), now);
    return enqueueMails<"tax-details-due">(
      ctx,
      tx,
      [...asked, ...reminded].map(({ professionalId, email, askedAt, reminders }) => ({
        kind: "tax-details-due",
        reference: `${professionalId}:${dayKey(askedAt)}:${reminders}`,
        to: email,
        data: { professionalId },
      })),
    );
  });
});

/** Null without any (rule: tax-details). @throws AppError `forbidden` without a profile. */
export async function showTaxDetails(ctx: Context): Promise<OwnTaxDetails> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden");
  const [details, vat, request, sales] = await Promise.all([
    findTaxDetails(ctx.db, professionalId),
    findVat(ctx.db, professionalId),
    findTaxRequest(ctx.db, professionalId),
    countSales(ctx.db, professionalId, yearOf(ctx.now()).from),
  ]);
  return {
    ...{ details, vat, ...sales },
    isDue: details === null && (request !== null || areDetailsDue(sales)),
    heldFrom: request && formatLongDate(holdsFrom(request)),
    isHeld: request !== null && isHeld(request, ctx.now()),
  };
}

/** Charges VAT from the next booking on, and publishes again (rules: receipt, tax-details). */
export async function editTaxDetails(ctx: Context, input: unknown): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const details = parseInput(taxDetailsInput, input);
  const either =
    details.legalForm === "person"
      ? { birthDate: details.birthDate, registration: null }
      : { birthDate: null, registration: details.registration };
  const { vatStatus, vatNumber, ...fields } = details;
  await ctx.db.transaction(async (tx) => {
    await writeVat(tx, professionalId, { vatStatus, vatNumber });
    await writeTaxDetails(tx, professionalId, { ...fields, ...either }, ctx.now());
    const wasAsked = await endRequest(tx, professionalId);
    if (wasAsked) await generateSlotsOf(ctx, tx, professionalId);
  });
}

export async function readTaxMail(
  ctx: Context,
  { data: { professionalId } }: QueuedMail<"tax-details-due">,
) {
  const request = await findTaxRequest(ctx.db, professionalId);
  if (!request) return null;
  const sales = await countSales(ctx.db, professionalId, yearOf(ctx.now()).from);
  const heldFrom = formatLongDate(holdsFrom(request));
  return { siteUrl: ctx.config.appUrl, ...sales, reminders: request.reminders, heldFrom };
}
