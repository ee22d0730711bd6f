import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { lightFonts } from "./vite.fonts.ts";
import { lightIcons } from "./vite.icons.ts";
import { illustrations } from "./vite.illustrations.ts";
import { sharedWithOffice } from "./vite.office.ts";
import { waitingPages } from "./vite.pages.ts";

/**
 * The oldest browsers that scripts and styles are written for: the first ones that know popovers and
 * styles for pages without scripts. Nothing is shipped for older ones.
 */
const BROWSERS = ["chrome120", "edge120", "firefox125", "safari17.4"];

/** Found by files of their own while they run: native code, threads, a driver for some, pages. */
const FOUND_LATER = ["flydrive", "piscina", "sharp", "swagger-ui-dist"];

export default defineConfig(({ command }) => ({
  plugins: [
    illustrations(),
    waitingPages(),
    lightFonts(),
    lightIcons(),
    tailwindcss(),
    reactRouter(),
  ],
  build: {
    target: BROWSERS,
    modulePreload: { polyfill: false },
    cssMinify: true,
    assetsInlineLimit: 0,
  },
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
                  priority: 2,
                },
                // The root and what leads to the three search screens, with all that they import at
                // once: every visit needs it, and in one file each class name is paid for once.
                {
                  name: "interface",
                  test: /\/app\/(?:root|routes\/catalogue\/(?:home|sessions|session))\.tsx$/,
                  priority: 1,
                },
                // The operators' screens have a file of their own, and one for what they share with
                // the public pages, so that neither side fetches the other's.
                {
                  name: sharedWithOffice("common"),
                  debugName: "common",
                },
                {
                  name: "office",
                  test: /\/app\/parts\/operator\/|\/site\/operator-addresses\.ts$/,
                  minShareCount: 2,
                },
                // The three search screens themselves, which come at the first touch.
                {
                  name: "screens",
                  test: /\/app\/routes\/catalogue\/(?:home|sessions|session)-screen\.tsx$/,
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
      // Libraries are built in, which spares a process a quarter of its memory; developing needs none of it.
      ...(command === "build" && { resolve: { noExternal: true, external: FOUND_LATER } }),
      build: {
        // One module graph for every process: server, worker and operator's commands share their code.
        rolldownOptions: {
          input: { server: "server.ts", worker: "worker-process.ts", cli: "cli.ts" },
        },
      },
    },
  },
}));
