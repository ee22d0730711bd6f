import http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer } from "vite";

/*
 * The site while developing: Vite transforms each module when it is first needed, and a change shows
 * at the next request. Started by `npm run dev` with the environment of the built server.
 */
const server = http.createServer();
const vite = await createServer({
  appType: "custom",
  server: { middlewareMode: true, hmr: { server } },
});

/** Loads through Vite, from its own module graph: all parts must share one. */
const load = <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module>;

const { openRuntime } =
  await load<typeof import("../core/runtime.server.ts")>("/core/runtime.server.ts");
const runtime = await openRuntime(process.env, "server");
const { startWork } = await load<typeof import("../worker.ts")>("/worker.ts");
await startWork(runtime);

server.on("request", (request, response) => {
  vite.middlewares(request, response, async () => {
    try {
      // From Vite's cache, unless a source has changed since.
      const { createSite } = await load<typeof import("../server.ts")>("/server.ts");
      await getRequestListener(createSite(runtime).fetch)(request, response);
    } catch (error) {
      vite.ssrFixStacktrace(error as Error);
      console.error(error);
      response.writeHead(500).end(String(error));
    }
  });
});
server.listen(runtime.config.port, runtime.config.host);

process.once("SIGTERM", async () => {
  server.close();
  server.closeAllConnections();
  await vite.close();
  await runtime.close();
  process.exit(0);
});
