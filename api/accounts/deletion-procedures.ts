import { z } from "@hono/zod-openapi";
import {
  requestAccountDeletion,
  withdrawDeletion,
} from "#core/privacy/deletion/request-account-deletion.server.ts";
import { inBodyNames } from "../errors.ts";
import { createTaggedResource } from "../resource.ts";

export function deletionProcedureRoutes() {
  const { resource, addCall } = createTaggedResource("Procédures");
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
