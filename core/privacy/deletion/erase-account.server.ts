import { z } from "zod";
import { oneByOne } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { anonymiseAccount, holdStatus } from "../../accounts/change-status.server.ts";
import { emailAddress } from "../../accounts/schema.ts";
import { dropGuestAlerts } from "../../alerts/guests/claim-alerts.server.ts";
import { dropAlerts } from "../../alerts/keep-alert.server.ts";
import { countUpcomingBookings } from "../../bookings/lists/list-bookings.server.ts";
import { anonymiseBuyer } from "../../bookings/purge-bookings.server.ts";
import {
  anonymiseOfferings,
  hideOfferings,
} from "../../catalogue/authoring/hide-offerings.server.ts";
import { dropMessages } from "../../contact/send-contact-message.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { dropFavorites } from "../../favorites/manage-favorites.server.ts";
import { deletedAddress, type Leaver } from "../../mailbox.ts";
import { dropImages } from "../../media/sweep-images.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { anonymiseRecipient } from "../../notifications/purge-mails.server.ts";
import {
  erasePersonsActs,
  recordAct,
  recordReading,
} from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { anonymisePayer } from "../../payments/find-payment.server.ts";
import { refreshOwnListings } from "../../professionals/refresh-own-listings.server.ts";
import { anonymiseBusiness } from "../../professionals/update-professional.server.ts";
import { endDecisionsOf } from "../../sanctions/contest-account-decision.server.ts";
import { anonymiseSubscriber } from "../../subscriptions/billing/settle-billing.server.ts";
import { dropProofs } from "../../verifications/keep-papers.server.ts";
import { leaveAllLists } from "../../waiting-list/join-waiting-list.server.ts";
import { deletionDueAt } from "../rules.ts";
import {
  type DeletionRequest,
  findObstacles,
  findUserId,
  listRequests,
  type Obstacles,
} from "../store.server.ts";
import { emptyOwnRecords, listWrittenAbout } from "./store.server.ts";

/** As /confidentialite says (rule: account-deletion). @throws AppError `conflict` once done. */
export async function eraseAccount(
  ctx: Context,
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  why: "asked" | "unused" = "asked",
): Promise<void> {
  const leaver: Leaver = { userId, email, placeholder: deletedAddress(userId) };
  const status = await holdStatus(tx, userId);
  if (status === null || status === "deleted") throw new AppError("conflict");
  await dropFavorites(tx, userId);
  await dropAlerts(tx, userId);
  await dropGuestAlerts(tx, email);
  await leaveAllLists(ctx, tx, userId);
  await anonymisePayer(tx, leaver);
  await anonymiseBuyer(tx, leaver);
  await anonymiseSubscriber(ctx, tx, leaver);
  await anonymiseBusiness(tx, leaver);
  await anonymiseOfferings(tx, userId);
  await emptyOwnRecords(tx, userId);
  await endDecisionsOf(ctx, tx, userId);
  await dropImages(ctx, tx, userId);
  await dropProofs(ctx, tx, userId);
  await dropMessages(tx, userId);
  await anonymiseRecipient(tx, leaver);
  await erasePersonsActs(tx, userId);
  await anonymiseAccount(tx, leaver);
  await refreshOwnListings(tx, userId, ctx.now());
  // The transaction has taken their address out of all other mails; this one loses it once it is sent.
  await enqueueMail(ctx, tx, {
    kind: "account-deleted",
    reference: userId,
    to: email,
    data: { at: ctx.now().toISOString(), why },
  });
}

/** Covers what was written later; returns false while some is left (rule: account-deletion). */
export async function eraseAgain(ctx: Context, writtenBefore: Date): Promise<boolean> {
  return oneByOne(await listWrittenAbout(ctx.db, writtenBefore), (userId) =>
    ctx.db.transaction(async (tx) => {
      await emptyOwnRecords(tx, userId);
      await erasePersonsActs(tx, userId);
    }),
  );
}

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

export type WaitingRequest = DeletionRequest & Obstacles & { dueAt: Date };

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
