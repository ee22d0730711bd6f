import type { Transaction } from "#platform/postgres.server.ts";
import { PROFILE_CHANGE } from "../accounts/profile/labels.ts";
import { changePerson } from "../accounts/profile/update-profile.server.ts";
import { requireActor, requireProfessional } from "../accounts/rules.ts";
import { editPersonInput } from "../accounts/schema.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import type { Leaver } from "../mailbox.ts";
import { lockPractitioner, recordReopenedBy } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { changedColumns, editTogether, nextVersion, requireFresh } from "../versions.ts";
import {
  type BusinessChange,
  editedVersions,
  editProfessionalInput,
  type OwnProfessional,
  professionalChangeInput,
} from "./schema.ts";
import { showOwnProfessional } from "./show-seller.server.ts";
import {
  anonymiseProfessional,
  deleteDraft,
  findOwnProfessional,
  lockBusiness,
  updateProfessionalRow,
} from "./store.server.ts";
import { workingTimeInput } from "./working-time/schema.ts";

/**
 * A field left out stays; rating and the like are not theirs (rule: own-fields).
 * @throws AppError `forbidden` for another user, `not_found` without a profile, `stale` to undo a
 * change since `version`.
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
 * Last in the transaction; taken hours keep their pause (rules: one-place, tick).
 * @throws AppError `stale` when a change since the version `begun` would be undone.
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

const COMPARED = [
  ["siret", "siret"],
  ["businessName", "name"],
] as const;

/**
 * All or nothing; a field left blank is emptied.
 * @throws AppError `stale` when a change since its versions would be undone (rule: edit-version).
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
 * Taken slots keep their pause.
 * @throws AppError `forbidden` without a professional profile, `stale` when a change since that
 * version would be undone.
 */
export async function editWorkingTime(ctx: Context, input: unknown): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { version: begun, ...change } = parseInput(workingTimeInput, input);
  await ctx.db.transaction((tx) => changeBusiness(ctx, tx, professionalId, change, begun));
}

/** Keeps what invoices and the yearly report name (rule: account-deletion). */
export async function anonymiseBusiness(tx: Transaction, leaver: Leaver): Promise<void> {
  await deleteDraft(tx, leaver.userId);
  await anonymiseProfessional(tx, leaver);
}
