import { createServer } from "vite";

/*
 * The worker as `npm run worker` starts it, without a build before: Node alone does not read the
 * mails, which are JSX. Everything it needs comes by the environment, as there.
 */
const vite = await createServer({
  appType: "custom",
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
await vite.ssrLoadModule("/worker-process.ts");
process.send?.("working");
