import { defineConfig } from "vitest/config";
import { keepTemporaryFilesInMemory } from "./test/memory-folder.ts";
import { illustrations } from "./vite.illustrations.ts";
import { waitingPages } from "./vite.pages.ts";

// A time zone that nobody here lives in, a day ahead of Paris: code that forgets to name
// Europe/Paris, or that counts days in the machine's zone, is then wrong at any hour.
process.env.TZ = "Pacific/Kiritimati";
// As the site runs: React's development build takes more than twice as long for a page.
process.env.NODE_ENV = "production";
keepTemporaryFilesInMemory();

// Kills, floods and storms take minutes: `npm run faults` runs them. The cluster also installs packages.
const outages = process.env.FAULTS === "full" ? [] : ["test/faults/outages", "test/faults/cluster"];

// Without the React Router plugin, whose development server tests have no use for.
export default defineConfig({
  plugins: [illustrations(), waitingPages()],
  resolve: { alias: { "virtual:react-router/server-build": "/test/make/pages.ts" } },
  test: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules", "build", "test/e2e", ...outages],
    globalSetup: "test/postgres.setup.ts",
    setupFiles: "test/seed.setup.ts",
    // One more than the cores of a small machine: tests also wait, for PostgreSQL, timers, processes.
    maxWorkers: 3,
    // A worker loads what many files import once, as the site does: a third less to compute.
    isolate: false,
    // A test says what happens, not how fast: a machine that does much else takes several times as
    // long. Waiting ends as soon as what is waited for is there.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    css: { include: [/\?url$/] },
    // There is no build whose files the site could serve.
    env: { PROD: "", DEV: "1" },
  },
});
