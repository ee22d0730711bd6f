import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { changedColumns, nextVersion, requireFresh } from "../../versions.ts";
import { requireActor } from "../rules.ts";
import { type Profile, type ProfileEdit, profileInput } from "../schema.ts";
import { PROFILE_CHANGE } from "./labels.ts";
import { showProfile } from "./show-profile.server.ts";
import { lockOwnProfile, updateProfileRow } from "./store.server.ts";

/**
 * Changes only the fields provided (rule: own-fields). A provided name cannot be empty, an empty
 * number is taken back. `isPro` may only repeat its value; all else in a profile is not the user's
 * to write.
 *
 * @param input `{ firstName?, lastName?, phone?, smsNumber?, isClient?, isPro?, version? }`
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`, `forbidden`,
 * `stale` when it would undo a change made since that version.
 */
export async function updateProfile(ctx: Context, input: unknown): Promise<Profile> {
  const actor = requireActor(ctx);
  const { isPro, version, ...change } = parseInput(profileInput, input);
  if (isPro !== undefined && isPro !== actor.isPro) throw new AppError("forbidden");
  await ctx.db.transaction((tx) => changePerson(ctx, tx, actor.userId, change, version));
  return showProfile(ctx);
}

/**
 * Changes the person, and counts it as an edit.
 *
 * @param begun the version that it began from.
 * @throws AppError `stale`
 */
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

/** Sets `is_pro`, which only sign-up and finalisation may do (rule: own-fields). */
export async function becomeProfessional(tx: Transaction, userId: string): Promise<void> {
  await updateProfileRow(tx, userId, { isPro: true });
}
