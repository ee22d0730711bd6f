import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { markFavorites } from "#core/favorites/mark-favorites.server.ts";
import { findGoneSession } from "#core/search/find-gone-session.server.ts";
import type { GoneSession } from "#core/search/schema.ts";
import { asPage } from "./errors.server.ts";

/** The page of a session that has gone. */
export interface GonePage extends GoneSession {
  hearts: string[] | null;
  now: Date;
}

/**
 * For the loader of a session: one that has gone for good answers 410, with similar ones to come,
 * so that search engines drop the address and people find another; all others as {@link asPage}
 * (rule: not-found).
 */
export async function asGonePage(ctx: Context, sessionId: string, error: unknown): Promise<never> {
  const isMissing = isAppError(error) && error.code === "not_found";
  const gone = isMissing ? await findGoneSession(ctx, { sessionId }) : null;
  if (!gone) return asPage(error);
  const shown = gone.similar.map(({ id }) => id);
  const page: GonePage = { ...gone, hearts: await markFavorites(ctx, shown), now: ctx.now() };
  throw data(page, { status: 410 });
}
