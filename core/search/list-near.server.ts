import type { SessionCardView } from "../catalogue/schema.ts";
import type { Context } from "../context.server.ts";
import { findSessions } from "./listed/find-sessions.server.ts";
import { DEFAULT_SORT } from "./rules.ts";
import { kilometresTo } from "./typing/schema.ts";
import { understandQuery } from "./typing/understand-query.server.ts";

export interface NearSession {
  card: SessionCardView;
  /** Kilometres; null where its place is not known. */
  distance: number | null;
}

const ANY = { q: "", location: "", category: "", lastMinute: false, sort: DEFAULT_SORT } as const;

export async function listNear(
  ctx: Context,
  { place, radius, limit }: { place: string; radius: number; limit: number },
): Promise<NearSession[]> {
  const target = await understandQuery(ctx, { ...ANY, kind: "session", place, radius });
  if (!target) return [];
  const found = await findSessions(ctx.reads, { target, now: ctx.now(), after: null }, limit);
  return found.map(({ key: { cell }, card: { point = null, ...card } }) => ({
    ...{ card, distance: kilometresTo({ cell, point }, target.around) },
  }));
}
