import { newId } from "#platform/ids.server.ts";
import { type Transaction, whyUnreachable } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError, isAppError } from "../../errors.ts";
import { refreshListings } from "../../listings/refresh-listings.server.ts";
import { changeImage } from "../../media/upload-image.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { holdTypes } from "../activity-types/manage-types.server.ts";
import { copyTitle } from "../labels.ts";
import { askWhere } from "../location/locate-offering.server.ts";
import { lockOwn, permitOwner } from "../owner/permit-owner.server.ts";
import { requireShowable } from "../removals/require-showable.server.ts";
import { beginSchedule, startOf } from "../schedule/write-schedule.server.ts";
import type { SlotKind } from "../schema.ts";
import { OFFERING_KINDS } from "./offering-kinds.server.ts";
import { parseOffering, placedAt, requirePinNear } from "./parse-offering.server.ts";
import type { OfferingFields } from "./schema.ts";
import { insertCopy, insertOffering } from "./store.server.ts";

/** Replaces an unforeseen error by a message, so that a form keeps its values. */
async function reportFailure<Result>(
  ctx: Context,
  message: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    if (isAppError(cause) || whyUnreachable(cause) !== null) throw cause;
    ctx.log.error({ err: cause }, "nothing was created");
    throw new AppError("unexpected", { message, cause });
  }
}

/**
 * Slots come at once for a date, by a job for a recurrence (rules: all-or-nothing, slots-ahead).
 * @throws AppError `forbidden`, `payments_required`, `quota_reached`, `invalid_input`.
 */
export async function createOffering<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  fields: OfferingFields[Kind],
): Promise<{ id: string; isRecurring: boolean }> {
  const { userId } = requireActor(ctx);
  const { newInput, bucket, permit, takeQuota, chooseType, notCreated } = OFFERING_KINDS[kind];
  const professional = await permit(ctx);
  const { id: professionalId } = professional;
  const parsed = parseOffering(newInput, placedAt(professional, fields));
  requirePinNear(parsed);
  const now = ctx.now();
  const start = startOf(parsed, now);
  const id = newId();
  const create = async (tx: Transaction) => {
    await holdTypes(tx);
    await lockPractitioner(tx, professionalId);
    await takeQuota(tx, userId, now);
    const chosen = await chooseType(tx, parsed, userId);
    await changeImage(ctx, tx, { bucket, before: null, after: parsed.imageUrl });
    await insertOffering(tx, { kind, id, professionalId, createdAt: now }, chosen);
    await beginSchedule(ctx, tx, { kind, id, start, parsed });
    await ctx.jobs.send(tx, "filter-content", { contentId: id });
    await askWhere(ctx, tx, id);
    await refreshListings(tx, [id], now);
  };
  await reportFailure(ctx, notCreated, ctx.db.transaction(create));
  return { id, isRecurring: start === null };
}

/**
 * Without slots, paused (rules: first-publication, quota-month).
 * @throws AppError `payments_required` without a payment account, `quota_reached`, `conflict` for
 * what is withheld.
 */
export async function copyOffering(
  ctx: Context,
  kind: SlotKind,
  offeringId: string,
): Promise<{ id: string }> {
  const { userId } = requireActor(ctx);
  const source = await permitOwner(ctx, kind, offeringId);
  await requireShowable(ctx.db, source);
  const { permit, takeQuota } = OFFERING_KINDS[kind];
  await permit(ctx);
  const id = newId();
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await holdTypes(tx);
    await lockPractitioner(tx, source.professionalId);
    const row = await lockOwn(tx, kind, source.id);
    await takeQuota(tx, userId, now);
    await insertCopy(tx, row, { id, title: copyTitle(row.title), now });
  });
  return { id };
}
