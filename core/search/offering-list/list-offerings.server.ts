import { z } from "zod";
import type { ListedSession, OfferingView, SlotKind } from "../../catalogue/schema.ts";
import { listedSessions, showOfferings } from "../../catalogue/views/show-offering.server.ts";
import type { Context } from "../../context.server.ts";
import { pageOf, readCursor } from "../../cursor.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { placeRefusal } from "../../places/labels.ts";
import { MAX_SHOWN, placeBoosted } from "../../promotion/rules.ts";
import { findBoosted, hasBoosts } from "../find-boosted.server.ts";
import { findKeys } from "../listed/find-listed.server.ts";
import { readOfferings } from "../listed/read-results.server.ts";
import { planOf } from "../listed/rules.ts";
import { sessionKey } from "../listed/schema.ts";
import type { OfferQuery } from "../schema.ts";
import { kilometresTo } from "../typing/schema.ts";
import { type Understood, understandTyped } from "../typing/understand-query.server.ts";
import { LAST_LISTED, offeringListQuery } from "./schema.ts";

/** Counts earlier offerings and names boosted ones, so none is listed twice (rule: boost). */
const listKey = sessionKey.extend({
  listed: z.int().min(0).max(LAST_LISTED),
  shown: z.array(sessionKey.shape.no).max(MAX_SHOWN).default([]),
});

interface ListedView {
  session: ListedSession;
  activity: OfferingView<"activity">;
}

type Found<Kind extends SlotKind> = ListedView[Kind] & { kilometres: number | null };

/** Lists up to {@link LAST_LISTED} offerings, or exactly `ids`. @throws AppError `invalid_input` */
export async function listOfferings<Kind extends SlotKind>(
  ctx: Context,
  kind: Kind,
  raw: unknown,
): Promise<{ offerings: Found<Kind>[]; nextCursor: string | null }> {
  const { ids: asked, limit, cursor, ...conditions } = parseInput(offeringListQuery, raw);
  const after = readCursor(listKey, cursor);
  if (asked) {
    const offerings = await readViews(ctx, kind, asked);
    return {
      offerings: offerings.map((view) => ({ ...view, kilometres: null })),
      nextCursor: null,
    };
  }

  const query = { ...conditions, kind };
  const understood = await understandTyped(ctx, query);
  requirePlace(query, understood);
  const plan = planOf(understood, query, ctx.now());
  if (!plan) return { offerings: [], nextCursor: null };
  const before = after?.listed ?? 0;
  const most = Math.min(limit, LAST_LISTED - before);
  const isEnd = before + most === LAST_LISTED;
  const known = after?.shown ?? [];
  const found = await findKeys(ctx.reads, { ...plan, after }, most + 1 + known.length);
  const isLong = after === null && hasBoosts(plan, Math.min(found.length, most));
  const boosted = isLong ? await findBoosted(ctx, plan) : [];
  const shown = [...known, ...boosted.map(({ key }) => key.no)];
  const others = found.filter(({ no }) => !shown.includes(no));
  const { page, nextCursor } = pageOf(others, most - boosted.length, (key) => {
    return { ...key, listed: before + most, shown };
  });
  const own = await readOfferings(ctx.reads, page);
  const keys = boosted.map(({ key }) => key);
  const heads = isLong ? await readOfferings(ctx.reads, keys) : [];
  const ordered = placeBoosted(own, heads);
  const places = new Map(ordered.map((place) => [place.id, place]));
  const ids = ordered.map(({ id }) => id);
  const offerings = (await readViews(ctx, kind, ids)).map((view) => ({
    ...withFreeSlots(view),
    kilometres: kilometresTo(places.get(view.id) ?? NOWHERE, plan.around),
  }));
  return { offerings, nextCursor: isEnd ? null : nextCursor };
}

const NOWHERE = { cell: null, point: null };

function requirePlace({ place, sort }: OfferQuery, { near, unclear }: Understood): void {
  if (!near) {
    const message = placeRefusal({ kind: "unknown", ...(unclear && { names: unclear }) });
    throw new AppError("invalid_input", { fields: { [place ? "place" : "location"]: [message] } });
  }
  if (sort === "distance" && !near.around) {
    throw new AppError("invalid_input", { fields: { sort: [NO_MIDDLE] } });
  }
}

const NO_MIDDLE = "Le tri par distance demande une ville ou un code postal";

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
