import { createHash } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { HTTPException } from "hono/http-exception";
import { ERROR_MESSAGES, isAppError } from "#core/errors.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { IMAGE_LIMITS } from "#core/media/labels.ts";
import { IMAGE_BUCKETS } from "#core/media/rules.ts";
import { readImage, removeImage, uploadImage } from "#core/media/upload-image.server.ts";
import { hasTooManyFields } from "#platform/http/form-data.ts";
import type { ApiEnv } from "../env.ts";
import {
  BEARER,
  callOf,
  createTaggedResource,
  failures,
  jsonContent,
  retryHeaders,
} from "../resource.ts";

/** For the documentation only; the use case judges the file by its content. */
const uploadBody = z
  .object({
    file: z.any().openapi({
      type: "string",
      format: "binary",
      description: IMAGE_LIMITS,
    }),
    bucket: z.any().openapi({ type: "string", enum: [...IMAGE_BUCKETS] }),
  })
  .openapi("ImageUpload");
const imageBody = z
  .object({
    url: z.string().openapi({ description: "Publique, sur ce site" }),
    width: z.number(),
    height: z.number(),
  })
  .openapi("Image");

export function imageRoutes() {
  const { resource, addCall } = createTaggedResource("Images");
  resource.use("*", async (c, next) => {
    const type = c.req.header("content-type") ?? "";
    const isForm = c.req.method === "POST" && /^multipart\//i.test(type);
    if (isForm && hasTooManyFields(await c.req.arrayBuffer(), type)) throw new HTTPException(413);
    return next();
  });
  resource.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Images"],
      summary: "Envoyer une image ; sans annonce qui la montre, elle disparaît après un jour",
      security: BEARER,
      request: {
        headers: retryHeaders,
        body: { content: { "multipart/form-data": { schema: uploadBody } } },
      },
      responses: {
        201: jsonContent(imageBody, "L'image enregistrée"),
        ...failures(400, 401, 403, 409, 413, 415, 422, 429, 503),
      },
    }),
    async (c) => {
      const type = c.req.header("content-type")?.toLowerCase() ?? "";
      if (!type.startsWith("multipart/form-data")) throw new HTTPException(415);
      const { file, bucket } = await c.req.parseBody();
      const ctx = c.get("ctx");
      const call = callOf(c, "upload-image", { file: await hashOf(file), bucket });
      const image = await answerOnceInSteps(ctx, call, () => uploadImage(ctx, { file, bucket }));
      return c.json(image, 201);
    },
  );
  addCall("delete", "/{name}", {
    summary: "Supprimer son image, nommée par la fin de son adresse",
    params: z.object({ name: z.string() }),
    answer: "Supprimée",
    refusals: [404, 409],
    call: (ctx, { params }) => removeImage(ctx, params),
  });
  return resource;
}

/** Passes text through for the use case to refuse. */
async function hashOf(file: unknown) {
  if (!(file instanceof File)) return file;
  return createHash("sha256")
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("base64url");
}

/** Revalidates after a minute, so that a removed picture disappears (rule: reported-content). */
export function serveImages(): Hono<ApiEnv> {
  const files = new Hono<ApiEnv>();
  files.get("/:bucket/:folder/:name", etag(), async (c) => {
    const { bytes, type } = await readImage(c.get("ctx"), c.req.param());
    return c.body(Uint8Array.from(bytes), 200, {
      "Content-Type": type,
      "Content-Length": String(bytes.length),
      "Cache-Control": "public, max-age=60",
    });
  });
  files.notFound((c) => c.text(ERROR_MESSAGES.not_found, 404));
  files.onError((error, c) => {
    if (isAppError(error)) return c.notFound();
    throw error;
  });
  return files;
}
