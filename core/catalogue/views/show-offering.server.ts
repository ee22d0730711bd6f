import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { NOT_FOUND } from "../labels.ts";
import { asShown, asTold, whyUnbookable } from "../rules.ts";
import type { ListedSession, OfferingView, SlotKind } from "../schema.ts";
import { readListedSessions, readOfferings } from "./store.server.ts";

/** What of it is read; all of it by default. */
interface Parts {
  hasSlots?: boolean;
}

/**
 * Shows one session or activity with its future slots, or without. It is shown even if nobody can
 * book it, because people keep addresses (rule: not-found); `unbookable` then says why. The online
 * link is never part of it: its owner reads it by `showOwnOffering`, and clients with their bookings.
 *
 * @throws AppError `not_found` if it does not exist or was deleted, or if its professional is gone.
 */
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
 * Shows several sessions or activities with their future slots, in the given order; `unbookable`
 * says why the caller cannot book one. Those that are unknown or deleted, or whose professional is
 * gone, are left out, and for all but their owner those that an operator has taken from view (rule:
 * reported-content).
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

/** Lists sessions for the API, with all future slots. */
export function listedSessions(ctx: Context, ids: readonly string[]): Promise<ListedSession[]> {
  return readListedSessions(ctx.reads, ids, ctx.now());
}
