import { defineConfig } from "@playwright/test";
import { chromiumArguments, findChromium } from "./scripts/chromium.mjs";
import { keepTemporaryFilesInMemory } from "./test/memory-folder.ts";

keepTemporaryFilesInMemory();

const launch = { executablePath: findChromium() ?? "", args: chromiumArguments };
/** On a product of its own: in other tests' processes its logins would be mistaken for theirs. */
const ELSEWHERE = /long-words\.spec\.ts/;
/** The tests that look at pictures; to draw them for all others costs a tenth of the processor. */
const WITH_PICTURES = /(images|screens)\.spec\.ts/;

// The whole product, started once by the launcher itself on free ports with a folder of its own.
export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./test/e2e/product.setup.ts",
  outputDir: "test-results",
  fullyParallel: true,
  // Twice the cores of a small machine: tests also wait, for mails, jobs and the provider.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // Waiting ends when its condition holds; a busy machine may take several times as long as a quiet
  // one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    // Set by the global set-up, before the workers read this file.
    baseURL: process.env.E2E_URL ?? "",
    // It answers in the page's place, so that a test's own cuts of the network would pass it by.
    serviceWorkers: "block",
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // Without animations, colours are judged and buttons clicked where they end up.
    contextOptions: { reducedMotion: "reduce" },
    // Tracing costs an eighth of a run; `--trace on` switches it on for the test under study.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: launch,
  },
  projects: [
    { name: "with pictures", testMatch: WITH_PICTURES },
    { name: "on a product of its own", testMatch: ELSEWHERE },
    {
      name: "without pictures",
      testIgnore: [WITH_PICTURES, ELSEWHERE],
      use: {
        launchOptions: {
          ...launch,
          args: [...launch.args, "--blink-settings=imagesEnabled=false"],
        },
      },
    },
  ],
});
