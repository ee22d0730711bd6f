import type { HttpBindings } from "@hono/node-server";
import type { Context } from "#core/context.server.ts";
import type { Missed } from "#core/search/missed/rules.ts";

export interface SiteEnv {
  /** Missing when the site renders a shared page for itself. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    ctx: Context;
    secureHeadersNonce?: string;
    missed?: Missed;
  };
}

export function isApi(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/webhooks/");
}
