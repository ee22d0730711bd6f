import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { createMatcher } from "#app/page-table.server.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import { MAX_IMAGE_BYTES } from "#core/media/rules.ts";
import { discardBody } from "#platform/http/discard-body.server.ts";
import type { SiteEnv } from "./env.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + 256 * 1024;
/** Read up to this length although unwanted, so that the sender sees the answer. */
const MAX_DISCARDED_BYTES = 50 * 1024 * 1024;

const isUploadForm = createMatcher((page) => page.takesImage);
const UPLOAD_CALL = "/api/v1/images";

function limitBody(maxSize: number, message = "") {
  const onError = () => {
    throw new HTTPException(413, { message });
  };
  return bodyLimit({ maxSize, onError });
}

/** Drains bodies first, since closing the connection would break the next request on it. */
export const finishBodies = createMiddleware<SiteEnv>(async (c, next) => {
  await next();
  const { incoming } = c.env;
  if (!incoming || isQuestion(c.req.method) || incoming.readableEnded) return;
  const length = Number(c.req.header("content-length") ?? MAX_UPLOAD_BYTES);
  if (length <= MAX_DISCARDED_BYTES) await discardBody(incoming, length);
});

/** Avoids building a whole request for a body that no GET has. */
function isQuestion(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

export function limitBodies() {
  const ofUploads = limitBody(MAX_UPLOAD_BYTES, ERROR_MESSAGES.payload_too_large);
  const ofOthers = limitBody(MAX_BODY_BYTES);
  return createMiddleware<SiteEnv>((c, next) => {
    const { path, method } = c.req;
    if (isQuestion(method)) return next();
    const isUpload = path === UPLOAD_CALL || isUploadForm(path);
    return isUpload ? ofUploads(c, next) : ofOthers(c, next);
  });
}
