import type { z } from "@hono/zod-openapi";
import { copyOffering, createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import {
  archiveOffering,
  deleteOffering,
} from "#core/catalogue/authoring/delete-offering.server.ts";
import { showOwnOffering } from "#core/catalogue/authoring/permit-publication.server.ts";
import type { OfferingFields } from "#core/catalogue/authoring/schema.ts";
import type { OfferingView, SlotKind } from "#core/catalogue/schema.ts";
import { showOffering } from "#core/catalogue/views/show-offering.server.ts";
import type { Context } from "#core/context.server.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, type createTaggedResource, OPTIONAL } from "../resource.ts";
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
  addCall: ReturnType<typeof createTaggedResource>["addCall"],
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
  addCall("get", "/{id}", {
    tag: "Catalogue",
    summary: words.show,
    security: OPTIONAL,
    answer: [body, words.shown],
    refusals: [404],
    call: async (ctx, { params }) => {
      const offering = await showOffering(ctx, kind, params.id);
      return encode(offering);
    },
  });
  addCall("post", "/", {
    summary: words.publish,
    isRetried: true,
    body: createBody,
    answer: [ownBody, words.published],
    status: 201,
    refusals: [404],
    call: async (ctx, { body: asked, c }) => {
      const kept = await inBodyNames(
        answerOnce(ctx, callOf(c, `create-${kind}`, asked), async (own) => {
          const { id } = await createOffering(own, kind, toInput(asked) as OfferingFields[Kind]);
          return { id };
        }),
      );
      return await showOwn(ctx, kept.id);
    },
  });
  addCall("patch", "/{id}", {
    summary: words.change,
    body: updateBody,
    answer: [ownBody, words.changed],
    refusals: [404, 409],
    call: async (ctx, { params, body }) => {
      const { id } = params;
      await update(ctx, id, body);
      return await showOwn(ctx, id);
    },
  });
  addCall("post", "/{id}/copy", {
    summary: "En faire une copie entière, en pause et sans créneau ; elle compte dans le mois",
    isRetried: true,
    answer: [ownBody, "La copie"],
    status: 201,
    refusals: [400, 404, 422],
    call: async (ctx, { params, c }) => {
      const { id } = params;
      const kept = await answerOnce(ctx, callOf(c, `copy-${kind}`, { id }), async (own) => ({
        id: (await copyOffering(own, kind, id)).id,
      }));
      return await showOwn(ctx, kept.id);
    },
  });
  addCall("post", "/{id}/archive", {
    summary: "L'archiver, sans la supprimer ; remise en ligne, elle ne l'est plus",
    answer: "Archivée",
    refusals: [404, 409],
    call: (ctx, { params }) => archiveOffering(ctx, kind, params.id),
  });
  addCall("delete", "/{id}", {
    summary: words.remove,
    answer: "Supprimée",
    refusals: [404, 409],
    call: (ctx, { params }) => deleteOffering(ctx, kind, params.id),
  });
}
