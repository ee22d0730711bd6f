import type { Transaction } from "#platform/postgres.server.ts";
import { PROFILE_CHANGE } from "../accounts/profile/labels.ts";
import { changePerson } from "../accounts/profile/update-profile.server.ts";
import { requireActor } from "../accounts/rules.ts";
import { editPersonInput } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { recordReopenedBy } from "../occupancy/record-reopened.server.ts";
import { parseInput } from "../parse.ts";
import { changedColumns, editTogether, nextVersion, requireFresh } from "../versions.ts";
import {
  type BusinessChange,
  editedVersions,
  editProfessionalInput,
  type OwnProfessional,
  professionalChangeInput,
} from "./schema.ts";
import { showOwnProfessional } from "./show-own-professional.server.ts";
import { findOwnProfessional, lockBusiness, updateProfessionalRow } from "./store.server.ts";
import { workingTimeInput } from "./working-time/schema.ts";

/**
 * Changes the caller's business; a field that is left out stays. Verification, rating and payment
 * account are not the professional's to write (rule: own-fields).
 *
 * @param input business fields, `version`, and `userId`, which may only be the caller's.
 * @throws AppError `unauthenticated`, `invalid_input`, `forbidden`, `not_found` without a profile,
 * `stale` when it would undo a change made since that version.
 */
export async function updateProfessional(ctx: Context, input: unknown): Promise<OwnProfessional> {
  const actor = requireActor(ctx);
  const { userId = actor.userId, version, ...change } = parseInput(professionalChangeInput, input);
  if (userId !== actor.userId) throw new AppError("forbidden");
  const changed = await ctx.db.transaction(async (tx) => {
    const own = await findOwnProfessional(tx, userId);
    if (own) {
      await changeBusiness(ctx, tx, own.id, change, version);
      await ctx.jobs.send(tx, "filter-content", { contentId: own.id });
    }
    return own && (await findOwnProfessional(tx, userId));
  });
  if (!changed) throw new AppError("not_found", { message: "Profil professionnel non trouvé" });
  return changed;
}

/**
 * Search shows name and city, so call it last in the transaction. A shorter pause or notice opens
 * slots; hours that are taken keep the pause that they were taken with (rule: one-place). Another
 * SIRET or name may end what was verified of the company, by a job (rule: tick).
 *
 * @param begun the version that it began from.
 * @throws AppError `stale`
 */
async function changeBusiness(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
  change: BusinessChange,
  begun: number | undefined,
): Promise<void> {
  const now = ctx.now();
  await lockPractitioner(tx, professionalId);
  const row = await lockBusiness(tx, professionalId);
  const changed = changedColumns<BusinessChange>(row, change);
  requireFresh(row, begun, changed, PROFILE_CHANGE);
  const edition = nextVersion(row, changed);
  const write = () => updateProfessionalRow(tx, professionalId, change, edition);
  const isTime = changed.includes("bufferMinutes") || changed.includes("noticeMinutes");
  await (isTime ? recordReopenedBy(tx, { professionalId, now }, write) : write());
  for (const [column, edited] of COMPARED) {
    if (changed.includes(column))
      await ctx.jobs.send(tx, "check-proofs", { professionalId, edited });
  }
  await refreshListingsOfProfessional(tx, professionalId, now);
}

/** The columns that were compared with the public register. */
const COMPARED = [
  ["siret", "siret"],
  ["businessName", "name"],
] as const;

/**
 * /editer-profil: the whole form at once, names and phone, and for a professional with a profile
 * the business fields too. All of it is saved or nothing; a field left blank is emptied.
 *
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`, `stale` when it
 * would undo a change made since the versions that it began from (rule: edit-version).
 */
export async function editProfile(ctx: Context, input: unknown): Promise<void> {
  const { userId, isPro } = requireActor(ctx);
  const professional = isPro ? await showOwnProfessional(ctx) : null;
  const begun = parseInput(editedVersions, input);
  if (!professional) {
    const person = parseInput(editPersonInput, input);
    await ctx.db.transaction((tx) => changePerson(ctx, tx, userId, person, begun.version));
    return;
  }
  const { firstName, lastName, phone, smsNumber, ...business } = parseInput(
    editProfessionalInput,
    input,
  );
  const person = { firstName, lastName, phone, smsNumber };
  await ctx.db.transaction(async (tx) => {
    await editTogether([
      () => changePerson(ctx, tx, userId, person, begun.version),
      () => changeBusiness(ctx, tx, professional.id, business, begun.businessVersion),
    ]);
    await ctx.jobs.send(tx, "filter-content", { contentId: professional.id });
  });
}

/**
 * /profil/horaires: the whole form at once, the pause, the notice and the opening hours. A slot that
 * is taken keeps the pause that it was taken with (rule: one-place).
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`,
 * `stale` when it would undo a change made since that version (rule: edit-version).
 */
export async function editWorkingTime(ctx: Context, input: unknown): Promise<void> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const { version: begun, ...change } = parseInput(workingTimeInput, input);
  await ctx.db.transaction((tx) => changeBusiness(ctx, tx, professionalId, change, begun));
}
