import { z } from "zod";
import { newId } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import type { AccountMail } from "../../accounts/passwords/change-password.server.ts";
import { provePassword } from "../../accounts/prove-password.server.ts";
import { isProfessional, MAX_PASSWORD, requireActor } from "../../accounts/rules.ts";
import { emailAddress } from "../../accounts/schema.ts";
import { countUpcomingBookings } from "../../bookings/lists/list-bookings.server.ts";
import {
  hideOfferings,
  restoreOfferings,
} from "../../catalogue/authoring/hide-offerings.server.ts";
import { storeMessage } from "../../contact/send-contact-message.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { refreshOwnListings } from "../../professionals/refresh-own-listings.server.ts";
import { upcomingRefusal } from "../labels.ts";
import { deletionDueAt } from "../rules.ts";
import { findUserId, type Leaving, lockLeaving, setLeaving } from "../store.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

const deletionInput = z.object({
  userId: z.string().optional(),
  password: z
    .string("Veuillez saisir votre mot de passe")
    .min(1, "Veuillez saisir votre mot de passe")
    .transform((value) => value.slice(0, MAX_PASSWORD + 1)),
});

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

/** Publishes again what was hidden. @throws AppError `conflict` without a request, or too late. */
export async function withdrawDeletion(ctx: Context): Promise<void> {
  const { userId } = requireActor(ctx);
  await ctx.db.transaction(async (tx) => {
    const leaving = await lockLeaving(tx, userId);
    if (!leaving) {
      throw new AppError("conflict", {
        message: "Aucune demande de suppression n'est en attente.",
      });
    }
    if (deletionDueAt(leaving.askedAt) <= ctx.now()) {
      throw new AppError("conflict", {
        message: "Le délai d'un mois est passé : votre demande est en cours de traitement.",
      });
    }
    await stay(ctx, tx, userId, leaving);
  });
}

const stayInput = z.object({ email: emailAddress, reason: requiredReason });

/** For somebody who wrote to the support. @throws AppError `not_found` for no request. */
export async function withdrawDeletionOf(
  ctx: Context,
  input: z.input<typeof stayInput>,
): Promise<void> {
  requireOperator(ctx, "administration");
  const { email, reason } = parseInput(stayInput, input);
  const userId = await findUserId(ctx.db, email);
  await ctx.db.transaction(async (tx) => {
    const leaving = userId && (await lockLeaving(tx, userId));
    if (!leaving) {
      throw new AppError("not_found", { message: "Aucune demande en attente avec cet e-mail." });
    }
    await stay(ctx, tx, userId, leaving);
    await recordAct(ctx, tx, {
      ...{ act: "deletion_dropped", object: { kind: "account", id: userId } },
      ...{
        personId: userId,
        reason,
        before: { askedAt: leaving.askedAt },
        after: { askedAt: null },
      },
    });
  });
}

async function stay(
  ctx: Context,
  tx: Transaction,
  userId: string,
  { hidden }: Leaving,
): Promise<void> {
  await setLeaving(tx, userId, null);
  await restoreOfferings(ctx, tx, userId, hidden);
  await refreshOwnListings(tx, userId, ctx.now());
}

export async function readDeletionRequestMail(
  ctx: Context,
  { data }: QueuedMail<"deletion-requested">,
): Promise<AccountMail & { dueAt: Date }> {
  const at = new Date(data.askedAt);
  return { at, dueAt: deletionDueAt(at), siteUrl: ctx.config.appUrl };
}

export async function readDeletedMail(
  ctx: Context,
  { data }: QueuedMail<"account-deleted">,
): Promise<AccountMail & { why: "asked" | "unused" }> {
  return { at: new Date(data.at), why: data.why, siteUrl: ctx.config.appUrl };
}
