import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { illustrations } from "./vite.illustrations.ts";

export default defineConfig({
  plugins: [illustrations(), tailwindcss(), reactRouter()],
  build: { cssMinify: true, assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: {
        // One module graph for every process: server, worker and operator's commands share their code.
        rolldownOptions: {
          input: { server: "server.ts", worker: "worker-process.ts", cli: "cli.ts" },
        },
      },
    },
  },
});
