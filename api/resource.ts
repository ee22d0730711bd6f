import { OpenAPIHono } from "@hono/zod-openapi";
import { flattenError } from "zod";
import { AppError } from "#core/errors.ts";
import type { ApiEnv } from "./env.ts";
import { answerError, answerNotFound } from "./errors.ts";

/** One resource's routes. What its schema refuses answers in the shape of every other error. */
export function createResource(): OpenAPIHono<ApiEnv> {
  const resource = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) {
        throw new AppError("invalid_input", { fields: flattenError(result.error).fieldErrors });
      }
    },
  });
  resource.onError(answerError);
  resource.notFound(answerNotFound);
  return resource;
}
