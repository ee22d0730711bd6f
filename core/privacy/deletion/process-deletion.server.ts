import { z } from "zod";
import { emailAddress } from "../../accounts/schema.ts";
import { countUpcomingBookings } from "../../bookings/lists/count-upcoming-bookings.server.ts";
import { hideOfferings } from "../../catalogue/authoring/hide-offerings.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import {
  erasePersonsActs,
  recordAct,
  recordReading,
} from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import type { Obstacles } from "../schema.ts";
import { type DeletionRequest, findObstacles, findUserId, listRequests } from "../store.server.ts";
import { eraseAccount } from "./erase-account.server.ts";
import { deletionDueAt } from "./rules.ts";

const processInput = z.object({ email: emailAddress, reason: requiredReason });

/**
 * Keeps what the law asks for of a business (rule: account-deletion).
 * @throws AppError `conflict` with the number of bookings to come, `not_found` for nobody.
 */
export async function processDeletion(
  ctx: Context,
  input: z.input<typeof processInput>,
): Promise<void> {
  requireOperator(ctx, "administration");
  const { email, reason } = parseInput(processInput, input);
  const userId = await findUserId(ctx.db, email);
  if (!userId) throw new AppError("not_found", { message: "Aucun compte n'a cet e-mail." });
  await ctx.db.transaction(async (tx) => {
    const upcoming = await countUpcomingBookings(tx, { userId, email }, ctx.now());
    if (upcoming > 0) {
      const message = `Réservations à venir : ${upcoming}. Elles doivent d'abord avoir lieu, ou être annulées.`;
      throw new AppError("conflict", { message });
    }
    await hideOfferings(tx, userId);
    await eraseAccount(ctx, tx, { userId, email });
    const object = { kind: "account" as const, id: userId };
    await recordAct(ctx, tx, { act: "account_deleted", object, personId: userId, reason });
    // Of the reason for a deletion, too, the journal keeps the hash alone.
    await erasePersonsActs(tx, userId);
  });
}

/** The end of the month to withdraw it, and the reasons why it then waits. */
export type WaitingRequest = DeletionRequest & Obstacles & { dueAt: Date };

/** Oldest first; for operators. */
export async function listDeletionRequests(ctx: Context): Promise<WaitingRequest[]> {
  const waiting: WaitingRequest[] = [];
  for (const request of await listRequests(ctx.db)) {
    const obstacles = await findObstacles(ctx.db, request.userId, ctx.now());
    waiting.push({ ...request, ...obstacles, dueAt: deletionDueAt(request.askedAt) });
  }
  return waiting;
}

/** @throws AppError `not_found` for no request, `forbidden` to all but administration. */
export async function showDeletion(ctx: Context, input: unknown): Promise<WaitingRequest> {
  requireOperator(ctx, "administration");
  const { userId } = parseInput(z.object({ userId: z.uuid() }), input);
  const request = (await listDeletionRequests(ctx)).find((one) => one.userId === userId);
  if (!request) throw new AppError("not_found", { message: "Aucune demande n'attend ici." });
  await recordReading(ctx, { kind: "account", id: userId });
  return request;
}
