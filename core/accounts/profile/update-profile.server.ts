import type { Transaction } from "#platform/postgres.server.ts";
import type { Actor, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { chooseTopics, readTopics } from "../../notifications/topics/choose-topics.server.ts";
import { type Choices, mailChoices } from "../../notifications/topics/schema.ts";
import { parseInput } from "../../parse.ts";
import { changedColumns, nextVersion, requireFresh } from "../../versions.ts";
import type { Newcomer } from "../return-paths/rules.ts";
import { requireActor } from "../rules.ts";
import { editPersonInput, type Profile, type ProfileEdit, profileInput } from "../schema.ts";
import { PROFILE_CHANGE } from "./labels.ts";
import {
  findDeletionRequest,
  findNewcomer,
  findProfile,
  lockOwnProfile,
  updateProfileRow,
} from "./store.server.ts";

export { professionalInfo } from "./store.server.ts";

/**
 * An empty number is removed, an empty name or another `isPro` refused (rule: own-fields).
 * @throws AppError `forbidden` to change `isPro`, `stale` to undo a change since `version`.
 */
export async function updateProfile(ctx: Context, input: unknown): Promise<Profile> {
  const actor = requireActor(ctx);
  const { isPro, version, ...change } = parseInput(profileInput, input);
  if (isPro !== undefined && isPro !== actor.isPro) throw new AppError("forbidden");
  await ctx.db.transaction((tx) => changePerson(ctx, tx, actor.userId, change, version));
  return showProfile(ctx);
}

/** @throws AppError `stale` when a change since the version `begun` would be undone. */
export async function changePerson(
  ctx: Context,
  tx: Transaction,
  userId: string,
  change: ProfileEdit,
  begun: number | undefined,
): Promise<void> {
  const row = await lockOwnProfile(tx, userId);
  const changed = changedColumns<ProfileEdit>(row, change);
  requireFresh(row, begun, changed, PROFILE_CHANGE);
  const { smsNumber } = change;
  const isGiven = smsNumber !== undefined && smsNumber !== row.smsNumber;
  const agreed = isGiven ? { smsAgreedAt: smsNumber === null ? null : ctx.now() } : {};
  await updateProfileRow(tx, userId, { ...change, ...agreed }, nextVersion(row, changed));
  if (
    ctx.actor?.professionalId &&
    (changed.includes("firstName") || changed.includes("lastName"))
  ) {
    const { professionalId } = ctx.actor;
    await ctx.jobs.send(tx, "check-proofs", { professionalId, edited: "name" });
  }
  // For what they have booked already.
  if (isGiven && smsNumber) await ctx.jobs.send(tx, "plan-reminders", { userId });
}

/** Only for sign-up and finalisation (rule: own-fields). */
export async function becomeProfessional(tx: Transaction, userId: string): Promise<void> {
  await updateProfileRow(tx, userId, { isPro: true });
}

export async function showProfile(ctx: Context): Promise<Profile> {
  const profile = await findProfile(ctx.db, requireActor(ctx).userId);
  if (!profile) throw new AppError("unauthenticated");
  return profile;
}

/** For when the profile cannot be read. */
export function basicProfile(actor: Actor, now: Date): Profile {
  const { userId: id, email, firstName, lastName, isClient, isPro } = actor;
  return {
    ...{ id, email, firstName, lastName, isClient, isPro },
    phone: null,
    smsNumber: null,
    canCreateActivities: false,
    accountStatus: "active",
    sessionCount: 0,
    lastQuotaReset: now,
    plan: null,
    professionalInfo: null,
    version: 1,
  };
}

export async function showDeletionRequest(ctx: Context): Promise<Date | null> {
  return ctx.actor ? findDeletionRequest(ctx.db, ctx.actor.userId) : null;
}

/** For an account opened by a purchase or a password reset, without names. */
export async function giveNames(ctx: Context, input: unknown): Promise<Newcomer> {
  const { userId } = requireActor(ctx);
  const person = parseInput(editPersonInput, input);
  await ctx.db.transaction((tx) => updateProfileRow(tx, userId, person));
  return findNewcomer(ctx.db, userId);
}

/** The mails that one may do without (rule: mail-topics). */
export async function showMailChoices(ctx: Context): Promise<Choices<"mail">> {
  return readTopics(ctx, "mail", requireActor(ctx).userId);
}

export async function chooseMails(ctx: Context, input: unknown): Promise<Choices<"mail">> {
  const { userId } = requireActor(ctx);
  await chooseTopics(ctx, "mail", { userId, choices: parseInput(mailChoices, input) });
  return readTopics(ctx, "mail", userId);
}
