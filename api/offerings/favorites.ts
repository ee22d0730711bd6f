import { z } from "@hono/zod-openapi";
import {
  addFavorite,
  clearFavorites,
  listFavorites,
  removeFavorite,
} from "#core/favorites/manage-favorites.server.ts";
import type { Favorite, FavoriteView } from "#core/favorites/schema.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, listOf, pageQuery } from "../resource.ts";
import { encodeSession, sessionBody } from "./encode-session.ts";

const favoriteBody = z
  .object({
    client_id: z.uuid(),
    session_id: z.uuid(),
    created_at: z.iso.datetime(),
  })
  .openapi("Favorite");

const listedBody = favoriteBody.extend({ session: sessionBody }).openapi("ListedFavorite");

const encodeFavorite = (favorite: Favorite) => encodeAs(favoriteBody, favorite);

const encodeListed = (view: FavoriteView) =>
  encodeAs(listedBody, view, { session: encodeSession(view.session) });

export function favoriteRoutes() {
  const { resource, addCall } = createTaggedResource("Favoris");
  addCall("get", "/", {
    summary: "Ses favoris et leurs séances, les plus récents d'abord",
    query: pageQuery,
    answer: [listOf(listedBody), "Les favoris"],
    call: async (ctx, { query }) => {
      const found = await listFavorites(ctx, query);
      return { data: found.favorites.map(encodeListed), next_cursor: found.nextCursor };
    },
  });
  addCall("post", "/", {
    summary: "Ajouter une séance ; la répétition ne change rien",
    body: z.object({ session_id: z.uuid() }).openapi("FavoritePost"),
    answer: [favoriteBody, "Le favori"],
    refusals: [404],
    call: async (ctx, { body: { session_id } }) =>
      encodeFavorite(await addFavorite(ctx, { sessionId: session_id })),
  });
  addCall("delete", "/{session_id}", {
    summary: "Retirer une séance ; la répétition ne change rien",
    params: z.object({ session_id: z.string() }),
    answer: "Retirée",
    refusals: [422],
    call: (ctx, { params }) => removeFavorite(ctx, { sessionId: params.session_id }),
  });
  addCall("delete", "/", {
    summary: "Vider ses favoris",
    answer: "Plus aucun favori",
    call: (ctx) => clearFavorites(ctx),
  });
  return resource;
}
