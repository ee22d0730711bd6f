import type { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import { changeStatus, holdStatus } from "../accounts/change-status.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { recordAct } from "../operators/acts/record-act.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import { refreshOwnListings } from "../professionals/refresh-own-listings.server.ts";
import { sanctionInput } from "./schema.ts";
import { findPerson, insertDecision } from "./store.server.ts";

/**
 * Mails owner and booked clients (rules: account-decision, booked-clients-choose).
 * @returns false when it was so already.
 * @throws AppError `forbidden` to all but administration, `conflict` for a deleted account.
 */
export async function suspendAccount(
  ctx: Context,
  input: z.input<typeof sanctionInput>,
): Promise<boolean> {
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
