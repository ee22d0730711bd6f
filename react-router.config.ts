import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route table travels with the first page: one request less, and no manifest endpoint to cache.
  routeDiscovery: { mode: "initial" },
  // Named after the entries of vite.config.ts: build/server/{server,worker,cli}.js.
  serverBuildFile: "[name].js",
} satisfies Config;
