import type { ListedSession } from "../catalogue/schema.ts";
import { listedSessions } from "../catalogue/views/show-offering.server.ts";
import type { Context } from "../context.server.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { parseInput } from "../parse.ts";
import { findOffers } from "./results/find-offers.server.ts";
import { offerKey, sessionListQuery } from "./schema.ts";
import { understandQuery } from "./typing/understand-query.server.ts";

/**
 * Sessions for a program: {@link sessionListQuery}'s filters, in the order of its sort, from a
 * cursor on, with the slots that have a seat. With `ids` these sessions, bookable or not, with
 * every slot.
 *
 * @throws AppError `invalid_input` for a parameter or cursor that makes no sense.
 */
export async function listSessions(
  ctx: Context,
  raw: unknown,
): Promise<{ sessions: ListedSession[]; nextCursor: string | null }> {
  const { ids, limit, cursor, filter, ...wishes } = parseInput(sessionListQuery, raw);
  const after = readCursor(offerKey, cursor);
  const now = ctx.now();
  if (ids) return { sessions: await listedSessions(ctx, ids), nextCursor: null };

  const target = await understandQuery(ctx.db, { ...wishes, lastMinute: filter === "last-minute" });
  if (!target) return { sessions: [], nextCursor: null };
  const { offers } = await findOffers(
    ctx.db,
    { target, now, after },
    { offset: 0, limit: limit + 1 },
  );
  const { page, nextCursor } = pageOf(offers, limit, ({ key }) => key);
  const found = page.map(({ key }) => key.sessionId);
  const sessions = await listedSessions(ctx, found);
  return { sessions: sessions.map(withFreeSlots), nextCursor };
}

function withFreeSlots(session: ListedSession): ListedSession {
  return { ...session, slots: session.slots.filter(({ availableSpots }) => availableSpots > 0) };
}
