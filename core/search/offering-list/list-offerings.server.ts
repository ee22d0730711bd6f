import { z } from "zod";
import type { ListedSession, OfferingView, SlotKind } from "../../catalogue/schema.ts";
import { listedSessions, showOfferings } from "../../catalogue/views/show-offering.server.ts";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { parseInput } from "../../parse.ts";
import { MOST_SHOWN, placeBoosted } from "../../promotion/rules.ts";
import { findBoosted, hasBoosts } from "../find-boosted.server.ts";
import { findKeys } from "../listed/find-sessions.server.ts";
import { readOfferings } from "../listed/read-results.server.ts";
import { LAST_LISTED } from "../rules.ts";
import { sessionKey } from "../schema.ts";
import { kilometresTo } from "../typing/schema.ts";
import { understandQuery } from "../typing/understand-query.server.ts";
import { offeringListQuery } from "./schema.ts";

/**
 * With the number of offerings that came before, and those that stood at the head of the list, which
 * do not come again (rule: boost).
 */
const listKey = sessionKey.extend({
  listed: z.int().min(0).max(LAST_LISTED),
  shown: z.array(sessionKey.shape.no).max(MOST_SHOWN).default([]),
});

/** An offering as a program lists it. */
export interface ListedView {
  session: ListedSession;
  activity: OfferingView<"activity">;
}

/** With the kilometres to it from the place that the search is around; null without one. */
type Found<Kind extends SlotKind> = ListedView[Kind] & { kilometres: number | null };

/**
 * Offerings of one kind for a program: {@link offeringListQuery}'s filters, in the order of its
 * sort, from a cursor on, with the slots that have a seat; {@link LAST_LISTED} in all. By relevance
 * the first page of six or more begins with a boosted one. With `ids` these, bookable or not, with
 * every slot.
 *
 * @throws AppError `invalid_input` for a parameter or cursor that makes no sense.
 */
export async function listOfferings<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  raw: unknown,
): Promise<{ offerings: Found<Kind>[]; nextCursor: string | null }> {
  const { ids: asked, limit, cursor, filter, ...wishes } = parseInput(offeringListQuery, raw);
  const after = readCursor(listKey, cursor);
  const now = ctx.now();
  if (asked) {
    const offerings = await readViews(ctx, kind, asked);
    return {
      offerings: offerings.map((view) => ({ ...view, kilometres: null })),
      nextCursor: null,
    };
  }

  const query = { ...wishes, kind, filter, lastMinute: filter === "last-minute" };
  const target = await understandQuery(ctx, query);
  if (!target) return { offerings: [], nextCursor: null };
  const before = after?.listed ?? 0;
  const most = Math.min(limit, LAST_LISTED - before);
  const isEnd = before + most === LAST_LISTED;
  const known = after?.shown ?? [];
  const found = await findKeys(ctx.db, { target, now, after }, most + 1 + known.length);
  const isLong = after === null && hasBoosts(target, Math.min(found.length, most));
  const boosted = isLong ? await findBoosted(ctx, wishes, target) : [];
  const shown = [...known, ...boosted.map(({ key }) => key.no)];
  const others = found.filter(({ no }) => !shown.includes(no));
  const { page, nextCursor } = pageOf(others, most - boosted.length, (key) => {
    return { ...key, listed: before + most, shown };
  });
  const own = await readOfferings(ctx.db, page);
  const heads = boosted.map(({ id, key }) => ({ id, cell: key.cell }));
  const places = placeBoosted(own, heads);
  const cells = new Map(places.map(({ id, cell }) => [id, cell]));
  const ids = places.map(({ id }) => id);
  const offerings = (await readViews(ctx, kind, ids)).map((view) => ({
    ...withFreeSlots(view),
    kilometres: kilometresTo(cells.get(view.id) ?? null, target.around),
  }));
  return { offerings, nextCursor: isEnd ? null : nextCursor };
}

function readViews<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  ids: readonly string[],
): Promise<ListedView[Kind][]> {
  const views = {
    session: () => listedSessions(ctx, ids),
    activity: () => showOfferings(ctx, "activity", ids),
  };
  return views[kind]() as Promise<ListedView[Kind][]>;
}

function withFreeSlots<View extends { slots: readonly { availableSpots: number }[] }>(
  offering: View,
): View {
  return { ...offering, slots: offering.slots.filter(({ availableSpots }) => availableSpots > 0) };
}
