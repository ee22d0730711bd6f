import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { markFavorites } from "#core/favorites/manage-favorites.server.ts";
import { findGone } from "#core/search/find-gone.server.ts";
import type { Gone } from "#core/search/schema.ts";
import { asPage } from "./errors.server.ts";

export interface GonePage extends Gone {
  hearts: string[] | null;
  now: Date;
}

/** Answers 410 with similar sessions for what was there and is not (rule: not-found). */
export async function asGonePage(
  ctx: Context,
  asked: Parameters<typeof findGone>[1],
  error: unknown,
): Promise<never> {
  const isMissing = isAppError(error) && error.code === "not_found";
  const gone = isMissing ? await findGone(ctx, asked) : null;
  if (!gone) return asPage(error);
  const shown = gone.similar.map(({ id }) => id);
  const page: GonePage = { ...gone, hearts: await markFavorites(ctx, shown), now: ctx.now() };
  throw data(page, { status: 410 });
}
