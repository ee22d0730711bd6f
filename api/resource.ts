import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ZodError } from "zod";
import { AppError } from "#core/errors.ts";
import { fieldErrors } from "#core/parse.ts";
import type { ApiEnv } from "./env.ts";
import { answerError, answerNotFound } from "./errors.ts";

export function createResource(): OpenAPIHono<ApiEnv> {
  const resource = new OpenAPIHono<ApiEnv>({
    defaultHook: async (result, c) => {
      if (result.success) return;
      // An unreadable body takes precedence over errors in the address.
      if (result.target !== "json" && c.req.raw.body && isJson(c)) await readBody(c);
      throw refusalOf(result.error);
    },
  });
  resource.onError(answerError);
  resource.notFound(answerNotFound);
  return resource;
}

function isJson(c: HonoContext): boolean {
  return c.req.header("content-type")?.startsWith("application/json") ?? false;
}

async function readBody(c: HonoContext): Promise<void> {
  await c.req.json().catch((cause: unknown) => {
    throw new HTTPException(400, { cause });
  });
}

function refusalOf(error: ZodError): AppError {
  const fields = fieldErrors(error);
  for (const issue of error.issues) {
    if (issue.code !== "unrecognized_keys") continue;
    for (const key of issue.keys) fields[[...issue.path, key].join(".")] = ["Champ inconnu"];
  }
  return Object.keys(fields).length > 0
    ? new AppError("invalid_input", { fields })
    : new AppError("invalid_input", { message: "La demande doit être un objet JSON." });
}
