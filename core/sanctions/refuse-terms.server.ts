import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { holdStatus } from "../accounts/change-status.server.ts";
import { isProfessional, requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { formatDate } from "../dates.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { sellUntil } from "../professionals/refresh-own-listings.server.ts";
import { findComingTerms } from "../terms/announce-terms.server.ts";
import { changeDecision, findPerson, insertDecision, listInForce } from "./store.server.ts";

/**
 * Ends the contract with the old terms; answers when (rules: changed-terms, ending-notice,
 * booked-clients-choose).
 * @throws AppError `not_found` for no such change, `forbidden` without a profile, `conflict` when
 * an end is planned already.
 */
export async function refuseTerms(ctx: Context, input: { changeId: string }): Promise<Date> {
  const { userId } = requireActor(ctx);
  const change = await findComingTerms(ctx, input);
  if (!change)
    throw new AppError("not_found", { message: "Ces conditions ne sont pas annoncées." });
  const person = await findPerson(ctx.db, { userId });
  if (!person || !isProfessional(person)) throw new AppError("forbidden");
  const now = ctx.now();
  const { effectiveAt } = change;
  await ctx.db.transaction(async (tx) => {
    await holdStatus(tx, userId);
    if ((await listInForce(tx, userId)).some(({ measure }) => measure === "ended")) {
      throw new AppError("conflict", { message: "La fin de votre contrat est déjà prévue." });
    }
    const decisionId = newId();
    await insertDecision(tx, {
      ...{ id: decisionId, userId, measure: "ended", termsChangeId: change.id, booked: "kept" },
      ...{ basis: "rules", source: "told", decidedAt: now, effectiveAt, carriedOutAt: null },
      facts: `Refus des conditions annoncées pour le ${formatDate(effectiveAt)}.`,
    });
    await sellUntil(tx, userId, effectiveAt, now);
    await tell(ctx, tx, decisionId, person.email);
  });
  return effectiveAt;
}

/**
 * Takes a refusal back (rule: changed-terms).
 * @throws AppError `conflict` without one or too late.
 */
export async function acceptTerms(ctx: Context): Promise<void> {
  const { userId, email } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    await holdStatus(tx, userId);
    const refusal = (await listInForce(tx, userId)).find((one) => one.termsChangeId !== null);
    if (!refusal || refusal.carriedOutAt) {
      throw new AppError("conflict", { message: "Vous n'avez rien refusé, ou il est trop tard." });
    }
    await changeDecision(tx, refusal.id, { endedAt: ctx.now() });
    await sellUntil(tx, userId, null, ctx.now());
    await tell(ctx, tx, refusal.id, email);
  });
}

async function tell(ctx: Context, tx: Transaction, decisionId: string, to: string) {
  const mail = { kind: "terms-refused" as const, reference: `${decisionId}:${+ctx.now()}` };
  await enqueueMail(ctx, tx, { ...mail, to, data: { decisionId } });
  await ctx.jobs.send(tx, "tell-booked-clients", { decisionId });
}
