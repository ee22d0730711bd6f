import { showDeletionRequest, showProfile } from "../../accounts/profile/update-profile.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { formatTime } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";
import { permitOwner } from "../owner/permit-owner.server.ts";
import { recurrenceIn } from "../schedule/rules.ts";
import { readSchedule } from "../schedule/store.server.ts";
import type { OwnOfferingView, SlotKind } from "../schema.ts";
import { readHeldSlots, readLatestStart } from "../slots/write-slots.server.ts";
import { showOffering } from "../views/show-offering.server.ts";

/** @throws AppError `forbidden` (rules: account-deletion, tax-details). */
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

/** @throws AppError `forbidden` without activity rights (rule: activity-rights). */
export async function permitActivities(ctx: Context): Promise<void> {
  const { isPro, canCreateActivities } = await showProfile(ctx);
  if (isPro && canCreateActivities) return permitPublication(ctx);
  throw new AppError("forbidden", {
    message: "Vous n'avez pas l'autorisation de créer des activités.",
  });
}

/** Includes what only its owner may read (rule: online-link). @throws AppError `forbidden` */
export async function showOwnOffering<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  offeringId: string,
): Promise<OwnOfferingView<Kind>> {
  const row = await permitOwner(ctx, kind, offeringId);
  const held = await readHeldSlots(ctx.db, row.id, ctx.now());
  const latest = await readLatestStart(ctx.db, row.id);
  const shown = await showOffering(ctx, kind, row.id);
  const byId = new Map(shown.slots.map((slot) => [slot.id, slot]));
  return {
    ...shown,
    onlineLink: row.onlineLink,
    pin: row.pin,
    recurrence: recurrenceIn(await readSchedule(ctx.db, row.id)),
    fallSteps: row.fallSteps,
    fallFloorCents: row.fallFloorCents,
    version: row.version,
    usualTime: latest && formatTime(latest),
    slots: held
      .filter(({ isActive }) => isActive)
      .map((slot) => {
        const seen = byId.get(slot.id);
        const { heldUntil = null, closed = null, price = shown.price, steps = [] } = seen ?? {};
        // Its owner sells the seats that are free; those for sale again are a client's.
        return { ...slot, isResale: false, heldUntil, closed, price, steps };
      }),
  };
}
