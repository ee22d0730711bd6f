import { z } from "zod";
import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findSessions } from "./listed/find-sessions.server.ts";
import type { GoneSession } from "./schema.ts";
import { readGoneSession } from "./store.server.ts";
import { everything } from "./typing/understand-query.server.ts";

const address = z.object({ sessionId: z.uuid() });
const CARDS = 3;

/**
 * Describes a session that is gone for good, because it was deleted or its professional has left
 * (rules: kept-offerings, account-deletion), with similar future sessions: the same activity, and
 * the same city first. Null for any other id.
 */
export async function findGoneSession(ctx: Context, raw: unknown): Promise<GoneSession | null> {
  const asked = address.safeParse(raw);
  const gone = asked.success ? await readGoneSession(ctx.reads, asked.data.sessionId) : null;
  if (!gone) return null;
  const find = async (cities: string[] | null): Promise<SessionCardView[]> => {
    const target = {
      ...everything({ lastMinute: false, sort: "date" }),
      type: gone.typeMark,
      cities,
    };
    const search = { target, now: ctx.now(), after: null };
    const sessions = await findSessions(ctx.reads, search, CARDS);
    return sessions.map(({ card }) => card);
  };
  const near = gone.cityKey === "" ? [] : await find([gone.cityKey]);
  const similar = near.length < CARDS ? [...near, ...(await find(null))] : near;
  return {
    category: gone.category,
    similar: [...new Map(similar.map((card) => [card.id, card])).values()].slice(0, CARDS),
  };
}
