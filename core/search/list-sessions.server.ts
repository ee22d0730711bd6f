import { z } from "zod";
import type { ListedSession } from "../catalogue/schema.ts";
import { listedSessions } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { parseInput } from "../parse.ts";
import { findKeys } from "./listed/find-sessions.server.ts";
import { readOfferings } from "./listed/walk-listed.server.ts";
import { LAST_LISTED } from "./rules.ts";
import { sessionKey, sessionListQuery } from "./schema.ts";
import { understandQuery } from "./typing/understand-query.server.ts";

/** With the number of sessions that came before. */
const listKey = sessionKey.extend({ listed: z.int().min(0).max(LAST_LISTED) });

/**
 * Sessions for a program: {@link sessionListQuery}'s filters, in the order of its sort, from a
 * cursor on, with the slots that have a seat; {@link LAST_LISTED} in all. With `ids` these sessions,
 * bookable or not, with every slot.
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
  const found = await findKeys(ctx.db, { target, now, after }, isEnd ? most : most + 1);
  const { page, nextCursor } = pageOf(found, most, (key) => ({ ...key, listed: before + most }));
  const offerings = await readOfferings(ctx.db, page);
  const ids = offerings.map(({ id }) => id);
  const sessions = await listedSessions(ctx, ids);
  return { sessions: sessions.map(withFreeSlots), nextCursor };
}

function withFreeSlots(session: ListedSession): ListedSession {
  return { ...session, slots: session.slots.filter(({ availableSpots }) => availableSpots > 0) };
}
