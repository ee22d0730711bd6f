import { Hono } from "hono";
import { etag } from "hono/etag";
import { ERROR_MESSAGES, isAppError } from "#core/errors.ts";
import { readImage } from "#core/media/upload-image.server.ts";
import type { ApiEnv } from "../env.ts";

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
