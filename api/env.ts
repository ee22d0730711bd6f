import type { HttpBindings } from "@hono/node-server";
import type { Context } from "#core/context.server.ts";

export interface ApiEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { ctx: Context };
}
