import { createRoute, type z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import type { Context } from "#core/context.server.ts";
import type { ApiEnv } from "./env.ts";
import { retryHeaders } from "./once.ts";
import { BEARER, failures, jsonBody, jsonContent } from "./openapi.ts";
import { createResource } from "./resource.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

interface Call<Params, Query, Body, Answer> {
  /** Unless it is the resource's. */
  tag?: string;
  summary: string;
  description?: string;
  security?: typeof BEARER;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  isBodyOptional?: boolean;
  /** With the caller's key, the same call counts once (rule: retry-once). */
  isRetried?: boolean;
  /** The French outcome; before it, the schema of what is answered, if anything. */
  answer: string | readonly [schema: z.ZodType<Answer>, outcome: string];
  status?: 200 | 201 | 204;
  refusals: Parameters<typeof failures>;
  call: (
    ctx: Context,
    asked: { params: Params; query: Query; body: Body; c: HonoContext<ApiEnv> },
  ) => Promise<NoInfer<Answer>>;
}

/** A resource whose calls stand under one tag, and are for who is signed in unless they say otherwise. */
export function createTaggedResource(ownTag: string) {
  const resource = createResource();
  function addCall<Params, Query, Body, Answer>(
    method: Method,
    path: string,
    {
      tag = ownTag,
      summary,
      description,
      security = BEARER,
      params,
      query,
      body,
      isBodyOptional = false,
      isRetried = false,
      answer,
      status = typeof answer === "string" ? 204 : 200,
      refusals,
      call,
    }: Call<Params, Query, Body, Answer>,
  ): void {
    const route = createRoute({
      ...{ method, path, tags: [tag], summary, security },
      ...(description && { description }),
      request: {
        ...(params && { params: params as z.ZodObject }),
        ...(query && { query: query as z.ZodObject }),
        ...(isRetried && { headers: retryHeaders }),
        ...(body && { body: { ...jsonBody(body), required: !isBodyOptional } }),
      },
      responses: {
        [status]: typeof answer === "string" ? { description: answer } : jsonContent(...answer),
        ...failures(...refusals),
      },
    });
    resource.openapi(route, async (c) => {
      const valid = (target: string) => c.req.valid(target as never);
      const asked = {
        ...{ params: valid("param"), query: valid("query"), body: valid("json"), c },
      };
      const answered = await call(c.get("ctx"), asked);
      const response = status === 204 ? c.body(null, status) : c.json(answered as object, status);
      return response as never;
    });
  }
  return { resource, addCall };
}
