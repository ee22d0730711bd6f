import { z } from "zod";
import type { ListedSession } from "../catalogue/schema.ts";
import { listedSessions } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { parseInput } from "../parse.ts";
import { MOST_SHOWN, placeBoosted } from "../promotion/rules.ts";
import { findBoosted, hasBoosts } from "./find-boosted.server.ts";
import { findKeys } from "./listed/find-sessions.server.ts";
import { readOfferings } from "./listed/walk-listed.server.ts";
import { LAST_LISTED } from "./rules.ts";
import { sessionKey, sessionListQuery } from "./schema.ts";
import { understandQuery } from "./typing/understand-query.server.ts";

/**
 * With the number of sessions that came before, and those that stood at the head of the list, which
 * do not come again (rule: boost).
 */
const listKey = sessionKey.extend({
  listed: z.int().min(0).max(LAST_LISTED),
  shown: z.array(sessionKey.shape.no).max(MOST_SHOWN).default([]),
});

/**
 * Sessions for a program: {@link sessionListQuery}'s filters, in the order of its sort, from a
 * cursor on, with the slots that have a seat; {@link LAST_LISTED} in all. By relevance the first page
 * of six or more begins with a boosted one. With `ids` these sessions, bookable or not, with every
 * slot.
 *
 * @throws AppError `invalid_input` for a parameter or cursor that makes no sense.
 */
export async function listSessions(
  ctx: Context,
  raw: unknown,
): Promise<{ sessions: ListedSession[]; nextCursor: string | null }> {
  const { ids: asked, limit, cursor, filter, ...wishes } = parseInput(sessionListQuery, raw);
  const after = readCursor(listKey, cursor);
  const now = ctx.now();
  if (asked) return { sessions: await listedSessions(ctx, asked), nextCursor: null };

  const target = await understandQuery(ctx, {
    ...wishes,
    filter,
    lastMinute: filter === "last-minute",
  });
  if (!target) return { sessions: [], nextCursor: null };
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
  const own = (await readOfferings(ctx.db, page)).map(({ id }) => ({ id }));
  const heads = boosted.map(({ id }) => ({ id }));
  const ids = placeBoosted(own, heads).map(({ id }) => id);
  const sessions = await listedSessions(ctx, ids);
  return { sessions: sessions.map(withFreeSlots), nextCursor: isEnd ? null : nextCursor };
}

function withFreeSlots(session: ListedSession): ListedSession {
  return { ...session, slots: session.slots.filter(({ availableSpots }) => availableSpots > 0) };
}
