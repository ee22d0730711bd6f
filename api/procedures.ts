import { z } from "@hono/zod-openapi";
import { canCreateSession, recountSessions } from "#core/catalogue/quota/use-quota.server.ts";
import {
  requestAccountDeletion,
  withdrawDeletion,
} from "#core/privacy/deletion/request-account-deletion.server.ts";
import { showProfessional } from "#core/professionals/directory/show-directory.server.ts";
import { inBodyNames } from "./errors.ts";
import { encodeProfessional, professionalBody } from "./offerings/encode-session.ts";
import { createTaggedResource } from "./resource.ts";

export function procedureRoutes() {
  const { resource, addCall } = createTaggedResource("Procédures");
  addCall("post", "/get_public_professional_profile", {
    summary: "Ce que chacun peut lire d'un praticien",
    security: [],
    body: z.object({ profile_id: z.string() }),
    answer: [professionalBody, "Le praticien"],
    refusals: [404],
    call: async (ctx, { body: { profile_id: professionalId } }) => {
      const view = await showProfessional(ctx, { professionalId });
      return encodeProfessional(view);
    },
  });
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
  addCall("post", "/request_account_deletion", {
    summary: "Supprimer son compte, ou le demander quand on est praticien",
    body: z.object({
      user_id: z.string().optional().openapi({ description: "Le sien, et nul autre" }),
      password: z
        .string("Veuillez saisir votre mot de passe")
        .openapi({ description: "Le sien, même avec un jeton" }),
    }),
    answer: [
      z.enum(["deleted", "requested"]),
      "Le compte est supprimé, ou la demande est enregistrée",
    ],
    refusals: [409, 429],
    call: async (ctx, { body: { user_id: userId, password } }) => {
      const done = await inBodyNames(requestAccountDeletion(ctx, { userId, password }));
      return done;
    },
  });
  addCall("post", "/withdraw_account_deletion", {
    summary: "Retirer sa demande de suppression, pendant un mois : tout redevient public",
    answer: [z.literal("withdrawn"), "La demande est retirée"],
    refusals: [409],
    call: async (ctx) => {
      await withdrawDeletion(ctx);
      return "withdrawn" as const;
    },
  });
  return resource;
}
