import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { lockPractitionerOf } from "../../occupancy/lock-practitioner.server.ts";
import { NOT_FOUND, NOT_YOURS } from "../labels.ts";
import type { SlotKind } from "../schema.ts";
import { findOwn, lockOffering, type OfferingRow } from "./store.server.ts";

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
