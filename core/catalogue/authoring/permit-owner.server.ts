import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { showDeletionRequest, showProfile } from "../../accounts/profile/update-profile.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";
import { NOT_FOUND, NOT_YOURS } from "../labels.ts";
import type { SlotKind } from "../schema.ts";
import { findOwn, lockOffering, type OfferingRow } from "./store.server.ts";

/**
 * @throws AppError `forbidden` once deletion is asked for (rule: account-deletion), or tax details
 * are overdue (rule: tax-details).
 */
export async function permitPublication(ctx: Context): Promise<void> {
  if (await showDeletionRequest(ctx)) {
    throw new AppError("forbidden", {
      message:
        "Vous avez demandé la suppression de votre compte : vous ne pouvez plus rien publier. Si vous changez d'avis, retirez votre demande dans votre profil.",
    });
  }
  const { professionalId } = requireActor(ctx);
  if (professionalId) await requireTaxDetails(ctx.db, professionalId, ctx.now());
}

/** @throws AppError `not_found` for none, `forbidden` to anybody but the owner. */
export async function permitOwner(ctx: Context, kind: SlotKind, id: unknown): Promise<OfferingRow> {
  const { userId } = requireActor(ctx);
  const asked = z.uuid().safeParse(id);
  const found = asked.success ? await findOwn(ctx.db, kind, asked.data) : null;
  if (!found) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  if (found.ownerId !== userId) {
    throw new AppError("forbidden", { message: NOT_YOURS[kind] });
  }
  return found.offering;
}

/**
 * Locks the professional (rule: one-place), then the offering.
 * @throws AppError `not_found` when deleted meanwhile.
 */
export async function lockOwn(tx: Transaction, kind: SlotKind, id: string): Promise<OfferingRow> {
  await lockPractitionerOf(tx, { offeringId: id });
  const offering = await lockOffering(tx, kind, id);
  if (!offering) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  return offering;
}

/**
 * @throws AppError `forbidden` without activity rights (rule: activity-rights), or once deletion of
 * the account is asked for.
 */
export async function permitActivities(ctx: Context): Promise<void> {
  const { isPro, canCreateActivities } = await showProfile(ctx);
  if (isPro && canCreateActivities) return permitPublication(ctx);
  throw new AppError("forbidden", {
    message: "Vous n'avez pas l'autorisation de créer des activités.",
  });
}
