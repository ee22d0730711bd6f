import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { illustrations } from "./vite.illustrations.ts";

export default defineConfig({
  plugins: [illustrations(), tailwindcss(), reactRouter()],
  build: { cssMinify: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                // What never changes between two of our releases, and compresses best together.
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                },
                // What the public pages share. Nothing that could bring zod, Conform or Base UI along.
                {
                  name: "interface",
                  test: /\/app\/(?:site|ui\/(?!toaster)|parts\/catalogue\/)|\/core\/(?:dates|money|catalogue\/(?:labels|rules))\.ts|lucide-react/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
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
