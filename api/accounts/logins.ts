import { createRoute, z } from "@hono/zod-openapi";
import {
  closeEveryLogin,
  closeLogin,
  showSecurity,
} from "#core/accounts/logins/show-security.server.ts";
import type { LoginView } from "#core/accounts/schema.ts";
import { addCallById } from "../call-by-id.ts";
import { BEARER, failures, instant, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

const loginBody = z
  .object({
    id: z.string(),
    kind: z.enum(["browser", "program"]),
    device: z.string().openapi({ example: "Firefox sur Windows" }),
    created_at: instant,
    last_seen_at: instant,
    is_current: z.boolean().openapi({ description: "Celle par laquelle on demande" }),
  })
  .openapi("Login");

export function loginRoutes() {
  const logins = createResource();

  logins.openapi(
    createRoute({
      method: "get",
      path: "/logins",
      tags: ["Authentification"],
      summary: "Ses connexions ouvertes, la dernière vue d'abord",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(loginBody), "Les connexions"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const security = await showSecurity(c.get("ctx"));
      return c.json({ data: security.logins.map(encodeLogin), next_cursor: null }, 200);
    },
  );

  addCallById(logins, {
    method: "delete",
    path: "/logins/{id}",
    tag: "Authentification",
    summary: "Fermer une de ses connexions",
    done: "Fermée",
    refusals: [401, 403, 404],
    call: (ctx, loginId) => closeLogin(ctx, { loginId }),
  });

  logins.openapi(
    createRoute({
      method: "delete",
      path: "/logins",
      tags: ["Authentification"],
      summary: "Fermer toutes ses connexions, celle-ci aussi",
      security: BEARER,
      responses: { 204: { description: "Toutes fermées" }, ...failures(401, 403) },
    }),
    async (c) => {
      await closeEveryLogin(c.get("ctx"));
      return c.body(null, 204);
    },
  );

  return logins;
}

function encodeLogin({ id, kind, device, openedAt, seenAt, isCurrent }: LoginView) {
  return {
    ...{ id, kind, device },
    created_at: openedAt.toISOString(),
    last_seen_at: seenAt.toISOString(),
    is_current: isCurrent,
  };
}
