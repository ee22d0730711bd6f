import type { HttpBindings } from "@hono/node-server";
import type { Context } from "#core/context.server.ts";
import type { Missed } from "#core/search/missed/rules.ts";

export interface SiteEnv {
  /** Missing when the site asks itself for a shared page. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    ctx: Context;
    secureHeadersNonce?: string;
    /** A search that the page has made in vain. */
    missed?: Missed;
  };
}

/** Programs ask here, and always get JSON. */
export function isApi(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/webhooks/");
}
