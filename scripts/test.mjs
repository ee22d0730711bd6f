// Everything that CI runs, in the order in which a failure is cheapest to find; stops at the first.
//
//   npm test [-- --report=<file>]
//   npm run check
//   npm run test:unit [-- <files>]
//   npm run test:e2e [-- <files>]
//
// The report is for the bench: the time of each step, as JSON.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { checkAll } from "./checks.mjs";
import { ensureChromium } from "./chromium.mjs";
import { checkClientAssets, checkOfficeScripts, checkScriptWeight } from "./client-assets.mjs";
import { bin, Failure, run, stopWithParent } from "./run.mjs";

const reports = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-reports-"));
const [only = "", ...rest] = process.argv.slice(2);
const reportFile = /^--report=(.+)/.exec(only)?.[1];

/** A step counts as one check, unless it resolves to counts; `part` is how it is asked for alone. */
const STEPS = [
  ["check", "types, format, lint, structure, dead code, documents, comments", checkAll],
  ["unit", "unit and integration (Vitest, PostgreSQL)", vitest],
  ["e2e", "build", () => building ?? build()],
  ["e2e", "nothing of the server in the browser", async () => checkClientAssets("build/client")],
  [
    "e2e",
    "script of home, list and detail",
    async () => console.log(checkScriptWeight("build/client")),
  ],
  [
    "e2e",
    "script of the operators' screens",
    async () => console.log(checkOfficeScripts("build/client")),
  ],
  ["e2e", "end to end (Playwright, Chromium)", playwright],
].filter(([part]) => only === "" || reportFile !== undefined || part === only);

/** The build, where it goes on beside the unit tests, which leave a core free now and then. */
let building;

async function vitest() {
  if (STEPS.some(([part]) => part === "e2e")) {
    building = build();
    // Told by its own step.
    building.catch(() => {});
  }
  const file = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${file}`];
  await loud("vitest", "run", ...reporters, ...rest);
  const { numPassedTests, numFailedTests, success } = readReport(file);
  // A file that does not even load fails without failing a test.
  return { passed: numPassedTests, failed: numFailedTests || (success ? 0 : 1) };
}

async function playwright() {
  await ensureChromium();
  const file = path.join(reports, "playwright.json");
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await loud("playwright", "test", "--reporter=list,json", ...rest, { env });
  const { expected, unexpected } = readReport(file).stats;
  return { passed: expected, failed: unexpected || code };
}

async function loud(name, ...args) {
  const options = typeof args.at(-1) === "object" ? args.pop() : {};
  return (await run(bin(name), args, { ...options, show: true })).code;
}

function readReport(file) {
  if (!fs.existsSync(file)) throw new Failure("The runner ended without a report.");
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

stopWithParent();
const total = { passed: 0, failed: 0 };
const report = [];
for (const [index, [, title, step]] of STEPS.entries()) {
  console.log(`\n━━ ${index + 1}/${STEPS.length} ${title}`);
  const start = Date.now();
  let tests;
  try {
    tests = await step();
    const counts = tests ?? { passed: 1, failed: 0 };
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.passed + counts.failed === 0) throw new Failure("No test was run.");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
    total.failed += 1;
  }
  const outcome = total.failed > 0 ? "failed" : "passed";
  const seconds = (Date.now() - start) / 1000;
  console.log(`━━ ${outcome} in ${seconds.toFixed(1)} s`);
  report.push({ title, seconds, tests });
  if (total.failed > 0) break;
}
fs.rmSync(reports, { recursive: true });
if (reportFile) fs.writeFileSync(reportFile, JSON.stringify(report));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
