import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { HTTPException } from "hono/http-exception";
import { drawFailure } from "#app/failures/failure-page.server.tsx";
import { createMatcher } from "#app/page-table.server.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import { MAX_IMAGE_BYTES } from "#core/media/rules.ts";
import { QueueFull } from "#platform/fair-queue.server.ts";
import { discard } from "#platform/http/request.server.ts";
import type { SiteEnv } from "./env.ts";

/** Larger bodies answer 413 and are read by nobody. */
const MAX_BODY_BYTES = 1024 * 1024;
/** An image and the form around it. */
const MAX_UPLOAD_BYTES = MAX_IMAGE_BYTES + 256 * 1024;
/** What is somewhat too large is let in, to be thrown away. */
const MAX_DISCARDED_BYTES = 50 * 1024 * 1024;

/** Where images are sent to with a form that has no script; with one, they go to the API. */
const isUploadForm = createMatcher((page) => page.takesImage);
const UPLOAD_CALL = "/api/v1/images";

/**
 * Where passwords are given or chosen, without a script: as many a second are let in as can be hashed,
 * by turns that are fair between networks. Programs and our own script are answered without a page,
 * which costs little, so they wait for the hashing only.
 */
const isPasswordForm = createMatcher((page) => page.takesPassword);

function limitBody(maxSize: number, message = "") {
  const onError = () => {
    throw new HTTPException(413, { message });
  };
  return { maxSize, apply: bodyLimit({ maxSize, onError }) };
}

/** Refuses bodies that are larger than what the address takes. */
export function limitBodies() {
  const ofUploads = limitBody(MAX_UPLOAD_BYTES, ERROR_MESSAGES.payload_too_large);
  const ofOthers = limitBody(MAX_BODY_BYTES);
  return createMiddleware<SiteEnv>(async (c, next) => {
    const { path, method } = c.req;
    // Of a question nobody reads a body, and to ask whether it has one makes a whole request of it.
    const isQuestion = method === "GET" || method === "HEAD";
    const isUpload = path === UPLOAD_CALL || isUploadForm(path);
    const { maxSize, apply } = isUpload ? ofUploads : ofOthers;
    const length = Number(c.req.header("content-length") ?? 0);
    const { incoming } = c.env;
    if (incoming && length > maxSize && length <= MAX_DISCARDED_BYTES) await discard(incoming);
    return isQuestion ? next() : apply(c, next);
  });
}

/** Refuses a password whose turn will not come, before a page is made of it, which would take longer. */
export const queuePasswords = createMiddleware<SiteEnv>(async (c, next) => {
  const { address, passwords } = c.get("ctx");
  if (c.req.method !== "POST" || address === null || !isPasswordForm(c.req.path)) return next();
  try {
    await passwords.enter(address);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    return c.html(busyPage(c.req.path), 503);
  }
  return next();
});

/** What a form is answered whose turn did not come, drawn once for each of the few addresses. */
function busyPage(path: string): string {
  const known = busyPages.get(path);
  if (known) return known;
  const page = drawFailure(path, 503, null, {
    title: "Beaucoup de monde en ce moment",
    text: ERROR_MESSAGES.busy,
  });
  busyPages.set(path, page);
  return page;
}
const busyPages = new Map<string, string>();
