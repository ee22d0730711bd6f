import { z } from "zod";
import { eachByItself, inBatches, oneByOne } from "#platform/batches.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Executor, Transaction } from "#platform/postgres.server.ts";
import { holdStatus } from "../../accounts/change-status.server.ts";
import type { AccountMail } from "../../accounts/passwords/change-password.server.ts";
import { provePassword } from "../../accounts/prove-password.server.ts";
import { isProfessional, PASSWORD_MAX, requireActor } from "../../accounts/rules.ts";
import { emailAddress } from "../../accounts/schema.ts";
import { countUpcomingBookings } from "../../bookings/lists/list-bookings.server.ts";
import {
  hideOfferings,
  restoreOfferings,
} from "../../catalogue/authoring/hide-offerings.server.ts";
import { storeMessage } from "../../contact/send-contact-message.server.ts";
import { type Actor, type Context, defineJob } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { enqueueMail, enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { requiredReason } from "../../operators/acts/schema.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { refreshOwnListings } from "../../professionals/refresh-own-listings.server.ts";
import { upcomingRefusal } from "../labels.ts";
import { deletionDueAt, UNUSED_NOTICE, unusedSince, unusedUntil } from "../rules.ts";
import {
  deleteFailedNotices,
  findUnused,
  findUserId,
  type Leaving,
  listLeavers,
  listUnused,
  lockLeaving,
  type Person,
  setLeaving,
  takeUnused,
} from "../store.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

const deletionInput = z.object({
  userId: z.string().optional(),
  password: z
    .string("Veuillez saisir votre mot de passe")
    .min(1, "Veuillez saisir votre mot de passe")
    .transform((value) => value.slice(0, PASSWORD_MAX + 1)),
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

/**
 * Waits for bookings and payments (rules: account-deletion, unused-accounts).
 * @throws AggregateError with what failed, once all was tried.
 */
export const closeAccounts = defineJob("close-accounts", async (ctx) => {
  const isDone = await eachByItself({
    "accounts of who asked to leave": () => closeLeavers(ctx),
    "mails about accounts that nobody uses": () => notifyOwners(ctx),
    "accounts that nobody uses": () => closeUnused(ctx),
  });
  if (!isDone) await ctx.jobs.send(ctx.db, "close-accounts", {});
});

/** Repeats a failed mail after as much time as it gives notice. */
async function notifyOwners(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  await deleteFailedNotices(ctx.db, new Date(now.getTime() - UNUSED_NOTICE));
  return inBatches(() =>
    ctx.db.transaction(async (tx) => {
      const people = await takeUnused(tx, unusedSince(now, "told"), now);
      const mails = people.map(({ userId, email, notice }) => {
        return { kind: "account-unused", reference: notice, to: email, data: { userId } } as const;
      });
      await enqueueMails<"account-unused">(ctx, tx, mails);
      return people.length;
    }),
  );
}

async function closeUnused(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const toldBefore = new Date(now.getTime() - UNUSED_NOTICE);
  const due = { before: unusedSince(now, "closed"), toldBefore, now };
  const list = (db: Executor, userId?: string) => listUnused(db, due, userId);
  return oneByOne(await list(ctx.db), (person) => close(ctx, person, "unused", list));
}

async function closeLeavers(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const list = (db: Executor, userId?: string) => listLeavers(db, now, userId);
  return oneByOne(await list(ctx.db), (person) => close(ctx, person, "asked", list));
}

/** Looks again under the lock: its owner may have logged in, booked or stayed meanwhile. */
async function close(
  ctx: Context,
  person: Person,
  why: "asked" | "unused",
  list: (db: Executor, userId: string) => Promise<Person[]>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const upcoming = await countUpcomingBookings(tx, person, ctx.now());
    await holdStatus(tx, person.userId);
    if (upcoming > 0 || (await list(tx, person.userId)).length === 0) return;
    await hideOfferings(tx, person.userId);
    await eraseAccount(ctx, tx, person, why);
    ctx.log.info({ userId: person.userId, why }, "an account was closed");
  });
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

export interface UnusedMail {
  dueAt: Date;
  isProfessional: boolean;
  siteUrl: string;
}

/** Null when it has been used since, or is gone. */
export async function readUnusedMail(
  ctx: Context,
  { data: { userId } }: QueuedMail<"account-unused">,
): Promise<UnusedMail | null> {
  const account = await findUnused(ctx.db, userId);
  if (!account) return null;
  const { lastActiveAt, isProfessional } = account;
  const dueAt = unusedUntil(lastActiveAt, ctx.now());
  return { dueAt, isProfessional, siteUrl: ctx.config.appUrl };
}
