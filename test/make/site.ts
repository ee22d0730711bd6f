import type http from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { vi } from "vitest";
import type { Runtime } from "#core/context.server.ts";
import { createSite } from "../../server.ts";

export interface Site {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  origin: string;
  close(): Promise<void>;
}

/** The whole site on a port of its own, as in production: real sockets, nothing of an error told. */
export async function openSite(runtime: Runtime): Promise<Site> {
  vi.stubEnv("MODE", "production");
  const site = createSite(runtime);
  vi.unstubAllEnvs();
  const server = serve({ fetch: site.fetch, port: 0, hostname: "127.0.0.1" }) as http.Server;
  await new Promise((resolve) => server.once("listening", resolve));
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
