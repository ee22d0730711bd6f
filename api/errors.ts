import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AppError, ERROR_MESSAGES, type ErrorCode, isAppError } from "#core/errors.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { ERROR_STATUS } from "#site/error-status.ts";
import type { ApiEnv } from "./env.ts";

const STATUS: Record<ErrorCode, ContentfulStatusCode> = ERROR_STATUS;

const HTTP_ERRORS: Record<number, { code: string; message: string }> = {
  400: { code: "malformed_request", message: "La demande n'est pas lisible." },
  404: { code: "not_found", message: ERROR_MESSAGES.not_found },
  413: { code: "payload_too_large", message: "La demande est trop volumineuse." },
  415: { code: "unsupported_media_type", message: "Le format de la demande n'est pas accepté." },
};

function errorBody(
  requestId: string,
  code: string,
  message: string,
  fields?: Record<string, string[]>,
) {
  return { error: { code, message, ...(fields && { fields }), request_id: requestId } };
}

/** Unforeseen errors are logged and reveal nothing. */
export function answerError(error: Error, c: HonoContext<ApiEnv>): Response {
  const { log, requestId } = c.get("ctx");
  if (isAppError(error)) {
    const { code, message, fields } = error;
    return c.json(errorBody(requestId, code, message, fields), STATUS[code]);
  }
  if (error instanceof HTTPException) {
    // An unread body leaves the connection unusable.
    if (error.status === 413) c.header("Connection", "close");
    const known = HTTP_ERRORS[error.status] ?? HTTP_ERRORS[400];
    // Only the message about size is ours and in French.
    const message = (error.status === 413 && error.message) || known?.message;
    if (known && message) return c.json(errorBody(requestId, known.code, message), error.status);
  }
  log.error({ err: error }, "unexpected error in the API");
  if (whyUnreachable(error) !== null) {
    return c.json(errorBody(requestId, "unavailable", ERROR_MESSAGES.unavailable), 503);
  }
  return c.json(errorBody(requestId, "unexpected", ERROR_MESSAGES.unexpected), 500);
}

export function answerNotFound(c: HonoContext<ApiEnv>): Response {
  return answerError(new AppError("not_found"), c);
}

/** Renames a refusal's fields to snake_case, as the program sent them. */
export async function inBodyNames<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (!isAppError(error) || !error.fields) throw error;
    const fields = Object.entries(error.fields).map(([name, messages]) => [
      name
        .replace(/^(slots\.\d+)\.start$/, "$1.start_datetime")
        .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      messages,
    ]);
    const { code, message } = error;
    throw new AppError(code, { message, fields: Object.fromEntries(fields), cause: error });
  }
}
