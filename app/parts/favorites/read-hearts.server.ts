import type { RouterContextProvider } from "react-router";
import { markFavorites } from "#core/favorites/manage-favorites.server.ts";
import { requestContext } from "../../context.server.ts";
import { readPart } from "../../failures/read-part.server.ts";

/** Null for a visitor; when they cannot be read, no heart is filled. */
export async function readHearts(
  context: Readonly<RouterContextProvider>,
  sessions: readonly { id: string }[],
): Promise<string[] | null> {
  const ctx = context.get(requestContext);
  const ids = sessions.map(({ id }) => id);
  return (await readPart(context, "hearts", () => markFavorites(ctx, ids))) ?? (ctx.actor && []);
}
