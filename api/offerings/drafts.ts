import { z } from "@hono/zod-openapi";
import {
  discardDraft,
  listDrafts,
  saveDraft,
  showDraft,
} from "#core/catalogue/drafts/save-draft.server.ts";
import type { DraftView } from "#core/catalogue/drafts/schema.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, instant, listOf, noQuery } from "../resource.ts";

const kind = z.enum(["session", "activity"]);
const fields = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]))
  .openapi({ description: "Les champs du formulaire, tels quels" });
const draftBody = z
  .object({
    id: z.uuid(),
    kind,
    title: z.string().nullable(),
    fields,
    updated_at: instant,
  })
  .openapi("Draft");

const encode = (draft: DraftView) => encodeAs(draftBody, draft);

/** Unpublished offerings (rule: first-publication). */
export function draftRoutes() {
  const { resource, addCall } = createTaggedResource("Catalogue");
  addCall("get", "/", {
    summary: "Ses brouillons, le plus récent d'abord",
    query: noQuery,
    answer: [listOf(draftBody), "Les brouillons"],
    call: async (ctx) => ({ data: (await listDrafts(ctx)).map(encode), next_cursor: null }),
  });
  addCall("get", "/{id}", {
    summary: "Un de ses brouillons",
    answer: [draftBody, "Le brouillon"],
    refusals: [404, 422],
    call: async (ctx, { params: { id: draftId } }) => encode(await showDraft(ctx, { draftId })),
  });
  addCall("post", "/{id}", {
    summary: "Enregistrer un brouillon, sous un UUID choisi par vous ; le même le remplace",
    body: z.strictObject({ kind, fields }),
    answer: [z.object({ id: z.uuid(), updated_at: instant }), "Enregistré"],
    refusals: [404, 409],
    call: async (ctx, { params: { id: draftId }, body }) => {
      const { savedAt } = await saveDraft(ctx, { draftId, ...body });
      return { id: draftId, updated_at: savedAt };
    },
  });
  addCall("delete", "/{id}", {
    summary: "Supprimer un de ses brouillons",
    answer: "Supprimé",
    refusals: [422],
    call: (ctx, { params }) => discardDraft(ctx, { draftId: params.id }),
  });
  return resource;
}
