import type { HttpBindings } from "@hono/node-server";
import type { Context } from "#core/context.server.ts";

export interface SiteEnv {
  /** Missing when the site asks itself for a shared page. */
  Bindings: Partial<HttpBindings>;
  Variables: { ctx: Context; secureHeadersNonce?: string };
}

/** Programs ask here, and always get JSON. */
export function isApi(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/webhooks/");
}
