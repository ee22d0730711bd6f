import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { pickBoosted } from "../../promotion/pick-boosted.server.ts";
import { LEAST_RESULTS, placeBoosted } from "../../promotion/rules.ts";
import { NOT_FOUND } from "../labels.ts";
import { asShown, asTold, whyUnbookable } from "../rules.ts";
import {
  activityKey,
  activityListQuery,
  type ListedSession,
  type OfferingView,
  type SlotKind,
} from "../schema.ts";
import { pageOfActivities, readListedSessions, readOfferings } from "./store.server.ts";

interface Parts {
  hasSlots?: boolean;
}

/** Shown even if nobody can book it (rule: not-found). @throws AppError `not_found` */
export async function showOffering<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  id: string,
  parts?: Parts,
): Promise<OfferingView<Kind>> {
  const asked = z.uuid().safeParse(id);
  const [found] = asked.success ? await showOfferings(ctx, kind, [asked.data], parts) : [];
  if (!found) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  return found;
}

/**
 * In the given order; what is unknown, gone or withheld is left out (rule: reported-content), and the
 * online link always: `mayReadOnlineLink` of a booking.
 */
export async function showOfferings<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  ids: readonly string[],
  parts: Parts = {},
): Promise<OfferingView<Kind>[]> {
  const records = await readOfferings(ctx.reads, kind, ids, { now: ctx.now(), ...parts });
  return records.flatMap(({ view, isPayable, ownerId, isWithheld }) => {
    const isOwn = ctx.actor?.userId === ownerId;
    if (isWithheld && !isOwn) return [];
    const unbookable = whyUnbookable({ ...view, isPayable, isOwn });
    const shown = asShown(view, isOwn);
    return { ...(isOwn ? shown : asTold(shown)), unbookable };
  });
}

export function listedSessions(ctx: Context, ids: readonly string[]): Promise<ListedSession[]> {
  return readListedSessions(ctx.reads, ids, ctx.now());
}

/**
 * Only of payable professionals, newest first, boosts on page one (rules: bookable, boost).
 * @throws AppError `invalid_input` for an invalid limit or cursor.
 */
export async function listActivities(
  ctx: Context,
  raw: unknown = {},
): Promise<{
  activities: OfferingView<"activity">[];
  boosted: string[];
  nextCursor: string | null;
}> {
  const { limit, cursor } = parseInput(activityListQuery, raw);
  const after = readCursor(activityKey, cursor);
  const before = after?.shown ?? [];
  const found = await pageOfActivities(ctx.reads, { after, limit: limit + 1 + before.length });
  const isLong = after === null && Math.min(found.length, limit) >= LEAST_RESULTS;
  const boosted = isLong ? await pickBoosted(ctx, "activity", "", async (ids) => ids) : [];
  const shown = [...before, ...boosted];
  const others = found.filter(({ activityId }) => !shown.includes(activityId));
  const { page, nextCursor } = pageOf(others, limit - boosted.length, (key) => ({ ...key, shown }));
  const own = page.map(({ activityId: id }) => ({ id }));
  const ids = placeBoosted(
    own,
    boosted.map((id) => ({ id })),
  ).map(({ id }) => id);
  return { activities: await showOfferings(ctx, "activity", ids), boosted, nextCursor };
}
