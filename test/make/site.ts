import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { vi } from "vitest";
import type { Runtime } from "#core/context.server.ts";
import { createHttpServer } from "#platform/http/limit-connections.server.ts";
import { createSite } from "../../server.ts";

export interface Site {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  origin: string;
  close(): Promise<void>;
}

/**
 * The whole site on a port of its own, as in production: real sockets, and errors without details.
 *
 * @param clock by which shared pages grow old; without one, every page is rendered for each
 * request, so that it shows the test's latest writes.
 */
export async function openSite(runtime: Runtime, clock?: () => number): Promise<Site> {
  vi.stubEnv("MODE", "production");
  const site = createSite(runtime, undefined, clock);
  vi.unstubAllEnvs();
  const server = createHttpServer(clock ? site.listener : getRequestListener(site.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
