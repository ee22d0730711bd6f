import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { showDeletionRequest, showProfile } from "../../accounts/profile/update-profile.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { formatTime } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import { requireTaxDetails } from "../../professionals/tax-requests/require-tax-details.server.ts";
import { NOT_FOUND, NOT_YOURS } from "../labels.ts";
import { recurrenceIn } from "../schedule/rules.ts";
import { readSchedule } from "../schedule/store.server.ts";
import type { OwnOfferingView, SlotKind } from "../schema.ts";
import { showOffering } from "../views/show-offering.server.ts";
import {
  findOwn,
  lockOffering,
  type OfferingRow,
  readHeldSlots,
  readLatestStart,
} from "./store.server.ts";

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

/** Locks the professional (rule: one-place), then the offering. @throws AppError `not_found` */
export async function lockOwn(tx: Transaction, kind: SlotKind, id: string): Promise<OfferingRow> {
  await lockPractitionerOf(tx, { offeringId: id });
  const offering = await lockOffering(tx, kind, id);
  if (!offering) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  return offering;
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
