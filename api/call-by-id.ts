import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "#core/context.server.ts";
import type { ApiEnv } from "./env.ts";
import { BEARER, byId, failures } from "./openapi.ts";

/** Answers 204; `done` is the French outcome. */
export function addCallById(
  resource: OpenAPIHono<ApiEnv>,
  {
    tag,
    done,
    refusals,
    call,
    ...route
  }: {
    method: "post" | "delete";
    path: string;
    tag: string;
    summary: string;
    done: string;
    refusals: Parameters<typeof failures>;
    call: (ctx: Context, id: string) => Promise<unknown>;
  },
): void {
  resource.openapi(
    createRoute({
      ...route,
      tags: [tag],
      security: BEARER,
      request: { params: byId },
      responses: { 204: { description: done }, ...failures(...refusals) },
    }),
    async (c) => {
      await call(c.get("ctx"), c.req.valid("param").id);
      return c.body(null, 204);
    },
  );
}
