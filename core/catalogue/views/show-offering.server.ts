import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { NOT_FOUND } from "../labels.ts";
import { asShown, inCity, whyUnbookable } from "../rules.ts";
import type { ListedSession, OfferingView, SlotKind } from "../schema.ts";
import { readListedSessions, readOfferings } from "./store.server.ts";

/**
 * One session or activity with its future slots, for its page. Shown even when nobody can book it,
 * and then `unbookable` says why, because people keep addresses (rule: not-found). Never with the
 * online link: its owner reads that in `showOwnOffering`, its clients with their bookings.
 *
 * @throws AppError `not_found` when it does not exist, was deleted, or its professional is gone.
 */
export async function showOffering<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  id: string,
): Promise<OfferingView<Kind>> {
  const asked = z.uuid().safeParse(id);
  const [found] = asked.success ? await showOfferings(ctx, kind, [asked.data]) : [];
  if (!found) throw new AppError("not_found", { message: NOT_FOUND[kind] });
  return found;
}

/**
 * These sessions or activities with their future slots, in this order, bookable or not:
 * `unbookable` says why not, for the actor. Those that are unknown, deleted, or of a professional
 * who is gone are left out.
 */
export async function showOfferings<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  ids: readonly string[],
): Promise<OfferingView<Kind>[]> {
  const records = await readOfferings(ctx.db, kind, ids, ctx.now());
  return records.map(({ view, isPayable, ownerId }) => {
    const isOwn = ctx.actor?.userId === ownerId;
    const unbookable = whyUnbookable({ ...view, isPayable, isOwn });
    const shown = asShown(view, isOwn);
    return { ...(isOwn ? shown : inCity(shown)), unbookable };
  });
}

/** Sessions for a program, with every future slot. */
export function listedSessions(ctx: Context, ids: readonly string[]): Promise<ListedSession[]> {
  return readListedSessions(ctx.db, ids, ctx.now());
}
