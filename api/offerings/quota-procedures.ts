import { z } from "@hono/zod-openapi";
import { canCreateSession, recountSessions } from "#core/catalogue/quota/use-quota.server.ts";
import { inBodyNames } from "../errors.ts";
import { createTaggedResource } from "../resource.ts";

export function quotaProcedureRoutes() {
  const { resource, addCall } = createTaggedResource("Procédures");
  const ownUser = z.object({
    user_id: z.string().openapi({ description: "Le sien, et nul autre" }),
  });
  addCall("post", "/can_create_session", {
    summary: "Le plan laisse-t-il créer une séance de plus ce mois-ci",
    body: ownUser,
    answer: [z.boolean(), "Oui ou non"],
    call: async (ctx, { body }) => {
      const { user_id: userId } = body;
      return await inBodyNames(canCreateSession(ctx, { userId }));
    },
  });
  // Only count again, since creating and deleting count by themselves (rule: quota-month).
  for (const name of ["increment_session_count", "decrement_session_count"]) {
    addCall("post", `/${name}`, {
      summary: "Recompter les séances créées ce mois-ci",
      body: ownUser,
      answer: [z.int(), "Leur nombre"],
      call: async (ctx, { body }) => {
        const { user_id: userId } = body;
        return await inBodyNames(recountSessions(ctx, { userId }));
      },
    });
  }
  return resource;
}
