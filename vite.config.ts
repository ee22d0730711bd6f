import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { lightFonts } from "./vite.fonts.ts";
import { lightIcons } from "./vite.icons.ts";
import { illustrations } from "./vite.illustrations.ts";
import { waitingPages } from "./vite.pages.ts";

export default defineConfig({
  plugins: [
    illustrations(),
    waitingPages(),
    lightFonts(),
    lightIcons(),
    tailwindcss(),
    reactRouter(),
  ],
  build: { cssMinify: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      // Found late, they would reload the page in the middle of the first visit while developing.
      optimizeDeps: {
        include: ["@lucide/icons", "@base-ui/react/autocomplete", "@base-ui/react/toast"],
      },
      build: {
        rolldownOptions: {
          // Addresses and the like stand where they are used, and not in a module that every page loads.
          optimization: { inlineConst: { mode: "all", pass: 2 } },
          output: {
            codeSplitting: {
              groups: [
                // Libraries that never change between two of our releases, and compress best
                // together.
                {
                  name: "framework",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler)\//,
                  priority: 1,
                },
                // The root and the three search screens, with all that they import at once: every visit
                // needs most of it, and in one file each class name and sentence is paid for once.
                {
                  name: "interface",
                  test: /\/app\/(?:root|routes\/catalogue\/(?:home|sessions|session))\.tsx$/,
                },
                // The code that forms and dialogs of the other screens share, in one file instead of
                // dozens of small ones.
                {
                  name: "shared",
                  test: /\/app\/(?:ui|parts\/drafts)\/|\/@lucide\/icons\/|\/core\/(?:(?:[\w-]+\/)+(?:labels|rules)|commission)\.ts$/,
                  minShareCount: 2,
                },
                // Conform, for the long forms alone: last, because a group takes all that it imports
                // and no other has.
                {
                  name: "forms",
                  test: /\/@conform-to\/|\/app\/forms\/|\/onboarding\/business-fields\.tsx$/,
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
