import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { NOT_FOUND } from "../labels.ts";
import { asShown, asTold, whyUnbookable } from "../rules.ts";
import type { ListedSession, OfferingView, SlotKind } from "../schema.ts";
import { readListedSessions, readOfferings } from "./store.server.ts";

interface Parts {
  hasSlots?: boolean;
}

/**
 * Shown even if nobody can book it (rule: not-found); never the online link.
 * @throws AppError `not_found` once deleted, or its professional is gone.
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

/** In the given order; what is unknown, gone or withheld is left out (rule: reported-content). */
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

/** With all future slots. */
export function listedSessions(ctx: Context, ids: readonly string[]): Promise<ListedSession[]> {
  return readListedSessions(ctx.reads, ids, ctx.now());
}
