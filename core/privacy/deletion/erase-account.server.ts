import { oneByOne } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { anonymiseAccount, holdStatus } from "../../accounts/change-status.server.ts";
import { dropGuestAlerts } from "../../alerts/guests/claim-alerts.server.ts";
import { dropAlerts } from "../../alerts/keep-alert.server.ts";
import { anonymiseBuyer } from "../../bookings/purge-bookings.server.ts";
import { anonymiseOfferings } from "../../catalogue/authoring/hide-offerings.server.ts";
import { dropMessages } from "../../contact/send-contact-message.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { dropFavorites } from "../../favorites/add-favorite.server.ts";
import { deletedAddress, type Leaver } from "../../mailbox.ts";
import { dropImages } from "../../media/sweep-images.server.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { anonymiseRecipient } from "../../notifications/purge-mails.server.ts";
import { erasePersonsActs } from "../../operators/acts/record-act.server.ts";
import { anonymisePayer } from "../../payments/find-payment.server.ts";
import { anonymiseBusiness } from "../../professionals/anonymise-business.server.ts";
import { refreshOwnListings } from "../../professionals/refresh-own-listings.server.ts";
import { endDecisionsOf } from "../../sanctions/show-decisions.server.ts";
import { anonymiseSubscriber } from "../../subscriptions/anonymise-subscriber.server.ts";
import { dropProofs } from "../../verifications/settle-tick.server.ts";
import { leaveAllLists } from "../../waiting-list/leave-waiting-list.server.ts";
import { dropDiary, listWrittenAbout } from "./store.server.ts";

/**
 * As /confidentialite says (rule: account-deletion).
 * @param why the reason in the last mail.
 * @throws AppError `conflict` when it has been done already.
 */
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
  await dropDiary(tx, userId);
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
      await dropDiary(tx, userId);
      await erasePersonsActs(tx, userId);
    }),
  );
}
