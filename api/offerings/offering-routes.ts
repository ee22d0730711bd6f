import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import { copyOffering, createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import {
  archiveOffering,
  deleteOffering,
} from "#core/catalogue/authoring/delete-offering.server.ts";
import { showOwnOffering } from "#core/catalogue/authoring/permit-owner.server.ts";
import type { OfferingFields } from "#core/catalogue/authoring/schema.ts";
import type { OfferingView, SlotKind } from "#core/catalogue/schema.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import type { Context } from "#core/context.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { addCallById } from "../call-by-id.ts";
import type { ApiEnv } from "../env.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, byId, failures, jsonBody, jsonContent, OPTIONAL } from "../openapi.ts";
import { editionShape, encodeOwn, onceShape, ownShape, toInput } from "./offering-body.ts";

interface EditBody {
  is_active?: boolean | undefined;
  version?: number | undefined;
  [name: string]: unknown;
}

export interface OfferingResource<Kind extends SlotKind> {
  kind: Kind;
  name: string;
  body: z.ZodObject;
  encode(view: OfferingView<Kind>): Record<string, unknown>;
  writeBody: z.ZodObject;
  update(ctx: Context, id: string, body: EditBody): Promise<void>;
  words: {
    tag: string;
    show: string;
    shown: string;
    publish: string;
    published: string;
    change: string;
    changed: string;
    remove: string;
  };
}

export function addOfferingRoutes<Kind extends SlotKind>(
  resource: OpenAPIHono<ApiEnv>,
  { kind, name, body, encode, writeBody, update, words }: OfferingResource<Kind>,
): void {
  // Optional, so that the use case reports all missing fields.
  const createBody = writeBody.extend(onceShape).partial().strict().openapi(`New${name}`);
  const updateBody = writeBody.extend(editionShape).partial().strict().openapi(`${name}Patch`);
  const ownBody = body.extend(ownShape).openapi(`Own${name}`);
  const showOwn = async (ctx: Context, id: string) => {
    const view = await showOwnOffering(ctx, kind, id);
    return { ...encode(view), ...encodeOwn(view) };
  };
  resource.openapi(
    createRoute({
      method: "get",
      path: "/{id}",
      tags: ["Catalogue"],
      summary: words.show,
      security: OPTIONAL,
      request: { params: byId },
      responses: { 200: jsonContent(body, words.shown), ...failures(404) },
    }),
    async (c) => {
      const offering = await showOffering(c.get("ctx"), kind, c.req.valid("param").id);
      return c.json(encode(offering), 200);
    },
  );
  resource.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: [words.tag],
      summary: words.publish,
      security: BEARER,
      request: { headers: retryHeaders, body: jsonBody(createBody) },
      responses: {
        201: jsonContent(ownBody, words.published),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const asked = c.req.valid("json");
      const kept = await inBodyNames(
        answerOnce(ctx, callOf(c, `create-${kind}`, asked), async (own) => {
          const { id } = await createOffering(own, kind, toInput(asked) as OfferingFields[Kind]);
          return { id };
        }),
      );
      return c.json(await showOwn(ctx, kept.id), 201);
    },
  );
  resource.openapi(
    createRoute({
      method: "patch",
      path: "/{id}",
      tags: [words.tag],
      summary: words.change,
      security: BEARER,
      request: { params: byId, body: jsonBody(updateBody) },
      responses: {
        200: jsonContent(ownBody, words.changed),
        ...failures(400, 401, 403, 404, 409, 415, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { id } = c.req.valid("param");
      await update(ctx, id, c.req.valid("json"));
      return c.json(await showOwn(ctx, id), 200);
    },
  );
  resource.openapi(
    createRoute({
      method: "post",
      path: "/{id}/copy",
      tags: [words.tag],
      summary: "En faire une copie entière, en pause et sans créneau ; elle compte dans le mois",
      security: BEARER,
      request: { params: byId, headers: retryHeaders },
      responses: {
        201: jsonContent(ownBody, "La copie"),
        ...failures(400, 401, 403, 404, 409, 422),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { id } = c.req.valid("param");
      const kept = await answerOnce(ctx, callOf(c, `copy-${kind}`, { id }), async (own) => ({
        id: (await copyOffering(own, kind, id)).id,
      }));
      return c.json(await showOwn(ctx, kept.id), 201);
    },
  );
  addCallById(resource, {
    method: "post",
    path: "/{id}/archive",
    tag: words.tag,
    summary: "L'archiver, sans la supprimer ; remise en ligne, elle ne l'est plus",
    done: "Archivée",
    refusals: [401, 403, 404, 409],
    call: (ctx, id) => archiveOffering(ctx, kind, id),
  });
  addCallById(resource, {
    method: "delete",
    path: "/{id}",
    tag: words.tag,
    summary: words.remove,
    done: "Supprimée",
    refusals: [401, 403, 404, 409],
    call: (ctx, id) => deleteOffering(ctx, kind, id),
  });
}
