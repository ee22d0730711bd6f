import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { changeStatus, holdStatus } from "../accounts/change-status.server.ts";
import { isProfessional } from "../accounts/rules.ts";
import { type Context, defineJob } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { refreshOwnListings, sellUntil } from "../professionals/refresh-own-listings.server.ts";
import { endOf } from "./rules.ts";
import { endingInput, sanctionInput } from "./schema.ts";
import {
  changeDecision,
  findDecision,
  findPerson,
  insertDecision,
  listDue,
  listInForce,
} from "./store.server.ts";

/**
 * At once only where the law allows; answers when (rules: ending-notice, booked-clients-choose).
 * @throws AppError `not_found`, `forbidden` to all but administration, `conflict` for a client, a
 * closed account or a notice that runs.
 */
export async function endRelationship(ctx: Context, input: z.input<typeof endingInput>) {
  requireOperator(ctx, "administration");
  const { email, reason: facts, urgency = null, ...decision } = parseInput(endingInput, input);
  const person = await findPerson(ctx.db, { email });
  if (!person) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  if (!isProfessional(person)) {
    throw new AppError("conflict", { message: "Ce n'est pas un compte professionnel." });
  }
  const { userId } = person;
  const now = ctx.now();
  const effectiveAt = endOf(urgency, now);
  await ctx.db.transaction(async (tx) => {
    const status = await holdStatus(tx, userId);
    const inForce = await listInForce(tx, userId);
    if (status === "deleted" || inForce.some(({ measure }) => measure === "ended")) {
      throw new AppError("conflict", { message: "Ce compte est fermé, ou un préavis court déjà." });
    }
    const id = newId();
    await insertDecision(tx, {
      ...{ id, userId, measure: "ended", facts, urgency, ...decision },
      ...{ decidedAt: now, effectiveAt, carriedOutAt: null },
    });
    await sellUntil(tx, userId, effectiveAt, now);
    if (urgency) await closeAccount(ctx, tx, { id, userId });
    const data = { decisionId: id };
    await enqueueMail(ctx, tx, { kind: "relationship-ending", reference: id, to: email, data });
    await ctx.jobs.send(tx, "tell-booked-clients", data);
    await recordAct(ctx, tx, {
      ...{ act: "notice_given", object: { kind: "account", id: userId }, reason: facts },
      ...{ personId: userId, after: { effectiveAt, urgency, ...decision } },
    });
  });
  return effectiveAt;
}

/** Leaves accounts as they are, so that a wrong decision can be undone; a job, safe to repeat. */
export const carryOutEndings = defineJob("carry-out-endings", async (ctx) => {
  for (const { id, userId } of await listDue(ctx.db, ctx.now())) {
    await ctx.db.transaction(async (tx) => {
      const status = await holdStatus(tx, userId);
      const decision = await findDecision(tx, id);
      // Taken back, or carried out, at the same moment.
      if (!decision || decision.endedAt || decision.carriedOutAt) return;
      if (status === "deleted") return changeDecision(tx, id, { carriedOutAt: ctx.now() });
      await closeAccount(ctx, tx, decision);
      await sellUntil(tx, userId, decision.effectiveAt, ctx.now());
      ctx.log.info({ userId, decisionId: id }, "a relationship has ended");
    });
  }
});

async function closeAccount(
  ctx: Context,
  tx: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await changeStatus(tx, userId, "suspended");
  await changeDecision(tx, id, { carriedOutAt: ctx.now() });
  await ctx.jobs.send(tx, "stop-billing", { userId, guestCheckoutIds: [], keepsNames: true });
}

/**
 * Mails owner and booked clients (rules: account-decision, booked-clients-choose).
 * @returns false when it was so already.
 * @throws AppError `forbidden` to all but administration, `conflict` for a deleted account.
 */
export async function suspendAccount(ctx: Context, input: z.input<typeof sanctionInput>) {
  requireOperator(ctx, "administration");
  const { email, reason: facts, ...decision } = parseInput(sanctionInput, input);
  const person = await findPerson(ctx.db, { email });
  if (!person) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  const { userId } = person;
  return ctx.db.transaction(async (tx) => {
    const status = await holdStatus(tx, userId);
    if (status === "deleted") throw new AppError("conflict");
    if (status === "suspended") return false;
    const now = ctx.now();
    const id = newId();
    await changeStatus(tx, userId, "suspended");
    await insertDecision(tx, {
      ...{ id, userId, measure: "suspended", facts, ...decision },
      ...{ decidedAt: now, effectiveAt: now, carriedOutAt: now },
    });
    await refreshOwnListings(tx, userId, now);
    const data = { decisionId: id };
    await enqueueMail(ctx, tx, { kind: "account-suspended", reference: id, to: email, data });
    await ctx.jobs.send(tx, "settle-billing", { userId });
    if (person.professionalId) await ctx.jobs.send(tx, "tell-booked-clients", data);
    await recordAct(ctx, tx, {
      ...{ act: "account_suspended", object: { kind: "account", id: userId }, reason: facts },
      ...{ personId: userId, before: { status }, after: { status: "suspended", ...decision } },
    });
    return true;
  });
}
