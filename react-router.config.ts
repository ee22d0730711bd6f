import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A page names its own route alone; the others are asked for when links to them are drawn (decision 048).
  routeDiscovery: { mode: "lazy" },
  // Named after the entries of vite.config.ts: build/server/{server,worker,cli}.js.
  serverBuildFile: "[name].js",
} satisfies Config;
