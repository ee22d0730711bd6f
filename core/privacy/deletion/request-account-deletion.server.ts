import { newId } from "#platform/ids.server.ts";
import { provePassword } from "../../accounts/prove-password.server.ts";
import { isProfessional, requireActor } from "../../accounts/rules.ts";
import { countUpcomingBookings } from "../../bookings/lists/count-upcoming-bookings.server.ts";
import { hideOfferings } from "../../catalogue/authoring/hide-offerings.server.ts";
import { storeMessage } from "../../contact/store-message.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { parseInput } from "../../parse.ts";
import { refreshOwnListings } from "../../professionals/refresh-own-listings.server.ts";
import { upcomingRefusal } from "../labels.ts";
import { deletionInput } from "../schema.ts";
import { lockLeaving, setLeaving } from "../store.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

/**
 * Gives professionals a month to withdraw; clients go at once (rule: account-deletion).
 * @throws AppError `conflict` with the number of bookings to come, `forbidden` for another's id.
 */
export async function requestAccountDeletion(
  ctx: Context,
  input: unknown,
): Promise<"deleted" | "requested"> {
  const actor = requireActor(ctx);
  const { userId, password } = parseInput(deletionInput, input);
  if (userId !== undefined && userId !== actor.userId) throw new AppError("forbidden");
  await provePresence(ctx, actor, password);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const upcoming = await countUpcomingBookings(tx, actor, now);
    if (upcoming > 0) throw new AppError("conflict", { message: upcomingRefusal(upcoming) });
    if (!isProfessional(actor)) {
      await eraseAccount(ctx, tx, actor);
      return "deleted";
    }
    if (await lockLeaving(tx, actor.userId)) return "requested";
    const hidden = await hideOfferings(tx, actor.userId);
    await setLeaving(tx, actor.userId, { askedAt: now, hidden });
    await storeMessage(ctx, tx, {
      kind: "contact",
      name: `${actor.firstName} ${actor.lastName}`.trim() || actor.email,
      email: actor.email,
      subject: "compte",
      message:
        "Je demande la suppression de mon compte professionnel. Demande envoyée depuis mon profil.",
    });
    await refreshOwnListings(tx, actor.userId, now);
    await enqueueMail(ctx, tx, {
      kind: "deletion-requested",
      reference: newId(),
      to: actor.email,
      data: { askedAt: now.toISOString() },
    });
    return "requested";
  });
}

/** Somebody who finds a browser open must not be able to delete its owner's account. */
async function provePresence(ctx: Context, { email }: Actor, password: string): Promise<void> {
  try {
    await provePassword(ctx, { email, password });
  } catch (error) {
    if (!isAppError(error) || ["rate_limited", "busy"].includes(error.code)) throw error;
    const message = "Mot de passe incorrect.";
    throw new AppError("invalid_input", { message, fields: { password: [message] } });
  }
}
