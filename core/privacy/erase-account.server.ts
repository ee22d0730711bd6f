import type { Transaction } from "#platform/postgres.server.ts";
import { forgetAccount, holdStatus } from "../accounts/change-status.server.ts";
import { forgetBuyer } from "../bookings/forget-buyer.server.ts";
import { forgetOfferings } from "../catalogue/forget-offerings.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { forgetFavorites } from "../favorites/forget-favorites.server.ts";
import { addressOfNobody, type Leaver } from "../mailbox.ts";
import { forgetImages } from "../media/forget-images.server.ts";
import { forgetWriter } from "../messages/forget-writer.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { forgetRecipient } from "../notifications/forget-recipient.server.ts";
import { forgetPayer } from "../payments/forget-payer.server.ts";
import { forgetProfessional } from "../professionals/forget-professional.server.ts";
import { refreshOwnOffers } from "../professionals/refresh-own-offers.server.ts";
import { forgetSubscriber } from "../subscriptions/forget-subscriber.server.ts";

/**
 * Anonymises a person everywhere (rule: account-deletion), as /confidentialite says: bookings and
 * payments stay without identity, a business keeps what the law asks for, a declared withdrawal
 * stays as it is, everything else goes. Logins end, the e-mail is free again, a paid subscription
 * ends by a job. One last mail says so.
 *
 * @param why the reason in that mail: its owner asked for it, or nobody has used it for years.
 * @throws AppError `conflict` when it has been done already.
 */
export async function eraseAccount(
  ctx: Context,
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
  why: "asked" | "unused" = "asked",
): Promise<void> {
  const leaver: Leaver = { userId, email, nobody: addressOfNobody(userId) };
  const status = await holdStatus(tx, userId);
  if (status === null || status === "deleted") throw new AppError("conflict");
  await forgetFavorites(tx, userId);
  await forgetPayer(tx, leaver);
  await forgetBuyer(tx, leaver);
  await forgetSubscriber(ctx, tx, leaver);
  await forgetProfessional(tx, leaver);
  await forgetOfferings(tx, userId);
  await forgetImages(ctx, tx, userId);
  await forgetWriter(tx, userId);
  await forgetRecipient(tx, leaver);
  await forgetAccount(tx, leaver);
  await refreshOwnOffers(tx, userId, ctx.now());
  // The transaction has taken their address out of all other mails; this one loses it once it is sent.
  await enqueueMail(ctx, tx, {
    kind: "account-deleted",
    reference: userId,
    to: email,
    data: { at: ctx.now().toISOString(), why },
  });
}
