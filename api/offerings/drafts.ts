import { createRoute, z } from "@hono/zod-openapi";
import {
  discardDraft,
  listDrafts,
  saveDraft,
  showDraft,
} from "#core/catalogue/drafts/save-draft.server.ts";
import type { DraftView } from "#core/catalogue/drafts/schema.ts";
import { addCallById } from "../call-by-id.ts";
import {
  BEARER,
  byId,
  failures,
  instant,
  jsonBody,
  jsonContent,
  listOf,
  noQuery,
} from "../openapi.ts";
import { createResource } from "../resource.ts";

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

const encode = ({ id, kind, title, fields, updatedAt }: DraftView) => ({
  ...{ id, kind, title, fields },
  updated_at: updatedAt.toISOString(),
});

/** Unpublished offerings (rule: first-publication). */
export function draftRoutes() {
  const drafts = createResource();
  drafts.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Catalogue"],
      summary: "Ses brouillons, le plus récent d'abord",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(listOf(draftBody), "Les brouillons"),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const data = (await listDrafts(c.get("ctx"))).map(encode);
      return c.json({ data, next_cursor: null }, 200);
    },
  );
  drafts.openapi(
    createRoute({
      method: "get",
      path: "/{id}",
      tags: ["Catalogue"],
      summary: "Un de ses brouillons",
      security: BEARER,
      request: { params: byId },
      responses: { 200: jsonContent(draftBody, "Le brouillon"), ...failures(401, 403, 404, 422) },
    }),
    async (c) => {
      const { id: draftId } = c.req.valid("param");
      return c.json(encode(await showDraft(c.get("ctx"), { draftId })), 200);
    },
  );
  drafts.openapi(
    createRoute({
      method: "post",
      path: "/{id}",
      tags: ["Catalogue"],
      summary: "Enregistrer un brouillon, sous un UUID choisi par vous ; le même le remplace",
      security: BEARER,
      request: { params: byId, body: jsonBody(z.strictObject({ kind, fields })) },
      responses: {
        200: jsonContent(z.object({ id: z.uuid(), updated_at: instant }), "Enregistré"),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const { id: draftId } = c.req.valid("param");
      const { savedAt } = await saveDraft(c.get("ctx"), { draftId, ...c.req.valid("json") });
      return c.json({ id: draftId, updated_at: savedAt }, 200);
    },
  );
  addCallById(drafts, {
    method: "delete",
    path: "/{id}",
    tag: "Catalogue",
    summary: "Supprimer un de ses brouillons",
    done: "Supprimé",
    refusals: [401, 403, 422],
    call: (ctx, draftId) => discardDraft(ctx, { draftId }),
  });
  return drafts;
}
