import type { HttpBindings } from "@hono/node-server";
import type { Context } from "#core/context.server.ts";

export interface SiteEnv {
  /** Nothing when the site asks itself for a page that many will be given. */
  Bindings: Partial<HttpBindings>;
  Variables: { ctx: Context; secureHeadersNonce?: string };
}

/** Programs ask here, and are answered in JSON whatever happens. */
export function isApi(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/webhooks/");
}
