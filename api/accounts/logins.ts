import { z } from "@hono/zod-openapi";
import {
  closeEveryLogin,
  closeLogin,
  showSecurity,
} from "#core/accounts/logins/show-security.server.ts";
import type { LoginView } from "#core/accounts/schema.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, instant, listOf, noQuery } from "../resource.ts";

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
  const { resource, addCall } = createTaggedResource("Authentification");

  addCall("get", "/logins", {
    summary: "Ses connexions ouvertes, la dernière vue d'abord",
    query: noQuery,
    answer: [listOf(loginBody), "Les connexions"],
    call: async (ctx) => {
      const security = await showSecurity(ctx);
      return { data: security.logins.map(encodeLogin), next_cursor: null };
    },
  });

  addCall("delete", "/logins/{id}", {
    summary: "Fermer une de ses connexions",
    answer: "Fermée",
    refusals: [404],
    call: (ctx, { params }) => closeLogin(ctx, { loginId: params.id }),
  });

  addCall("delete", "/logins", {
    summary: "Fermer toutes ses connexions, celle-ci aussi",
    answer: "Toutes fermées",
    call: (ctx) => closeEveryLogin(ctx),
  });

  return resource;
}

const encodeLogin = (login: LoginView) =>
  encodeAs(loginBody, login, { created_at: login.openedAt, last_seen_at: login.seenAt });
