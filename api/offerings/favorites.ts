import { createRoute, z } from "@hono/zod-openapi";
import {
  addFavorite,
  clearFavorites,
  removeFavorite,
} from "#core/favorites/add-favorite.server.ts";
import { listFavorites } from "#core/favorites/list-favorites.server.ts";
import type { Favorite, FavoriteView } from "#core/favorites/schema.ts";
import { BEARER, failures, jsonBody, jsonContent, listOf, pageQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";
import { encodeSession, sessionBody } from "./encode-session.ts";

const favoriteBody = z
  .object({
    client_id: z.uuid(),
    session_id: z.uuid(),
    created_at: z.iso.datetime(),
  })
  .openapi("Favorite");

const listedBody = favoriteBody.extend({ session: sessionBody }).openapi("ListedFavorite");

function encodeFavorite(favorite: Favorite): z.output<typeof favoriteBody> {
  return {
    client_id: favorite.clientId,
    session_id: favorite.sessionId,
    created_at: favorite.createdAt.toISOString(),
  };
}

function encodeListed(view: FavoriteView): z.output<typeof listedBody> {
  return { ...encodeFavorite(view), session: encodeSession(view.session) };
}

export function favoriteRoutes() {
  const favorites = createResource();
  favorites.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Favoris"],
      summary: "Ses favoris et leurs séances, les plus récents d'abord",
      security: BEARER,
      request: { query: pageQuery },
      responses: {
        200: jsonContent(listOf(listedBody), "Les favoris"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await listFavorites(c.get("ctx"), c.req.valid("query"));
      return c.json(
        { data: found.favorites.map(encodeListed), next_cursor: found.nextCursor },
        200,
      );
    },
  );
  favorites.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Favoris"],
      summary: "Ajouter une séance ; la répétition ne change rien",
      security: BEARER,
      request: { body: jsonBody(z.object({ session_id: z.uuid() }).openapi("FavoritePost")) },
      responses: {
        200: jsonContent(favoriteBody, "Le favori"),
        ...failures(400, 401, 403, 404, 415, 422),
      },
    }),
    async (c) => {
      const { session_id } = c.req.valid("json");
      return c.json(
        encodeFavorite(await addFavorite(c.get("ctx"), { sessionId: session_id })),
        200,
      );
    },
  );
  favorites.openapi(
    createRoute({
      method: "delete",
      path: "/{session_id}",
      tags: ["Favoris"],
      summary: "Retirer une séance ; la répétition ne change rien",
      security: BEARER,
      request: { params: z.object({ session_id: z.string() }) },
      responses: { 204: { description: "Retirée" }, ...failures(401, 403, 422) },
    }),
    async (c) => {
      await removeFavorite(c.get("ctx"), { sessionId: c.req.valid("param").session_id });
      return c.body(null, 204);
    },
  );
  favorites.openapi(
    createRoute({
      method: "delete",
      path: "/",
      tags: ["Favoris"],
      summary: "Vider ses favoris",
      security: BEARER,
      responses: { 204: { description: "Plus aucun favori" }, ...failures(401, 403) },
    }),
    async (c) => {
      await clearFavorites(c.get("ctx"));
      return c.body(null, 204);
    },
  );
  return favorites;
}
