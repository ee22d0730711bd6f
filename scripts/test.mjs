// Everything that CI runs: first the checks, where a failure is cheapest to find, then the unit tests
// and the browser tests at the same time, since neither keeps two processors busy all the time. A
// failed step ends those after it of its own kind.
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
import { checkClientAssets, checkScriptWeight } from "./client-assets.mjs";
import { bin, Failure, run, stopWithParent } from "./run.mjs";

const reports = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-reports-"));
const [only = "", ...rest] = process.argv.slice(2);
const reportFile = /^--report=(.+)/.exec(only)?.[1];

/** The steps by the name under which they are asked for alone. */
const STEPS = {
  check: [["types, format, lint, structure, dead code", checkAll]],
  unit: [["unit and integration (Vitest, PostgreSQL)", vitest]],
  e2e: [
    ["build", build],
    ["nothing of the server in the browser", async () => checkClientAssets("build/client")],
    ["script of home, list and detail", async () => console.log(checkScriptWeight("build/client"))],
    ["end to end (Playwright, Chromium)", playwright],
  ],
};

async function vitest() {
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

const total = { passed: 0, failed: 0 };
const report = [];

/** @returns whether it passed. A step counts as one check, unless it resolves to counts. */
async function runStep(title, step) {
  console.log(`\n━━ ${title}`);
  const start = Date.now();
  let tests;
  let failed = 1;
  try {
    tests = await step();
    const counts = tests ?? { passed: 1, failed: 0 };
    total.passed += counts.passed;
    failed = counts.failed;
    if (counts.passed + counts.failed === 0) throw new Failure("No test was run.");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
    failed = 1;
  }
  total.failed += failed;
  const seconds = (Date.now() - start) / 1000;
  console.log(`━━ ${title}: ${failed > 0 ? "failed" : "passed"} in ${seconds.toFixed(1)} s`);
  report.push({ title, seconds, tests });
  return failed === 0;
}

async function runPart(part) {
  if (only !== "" && reportFile === undefined && part !== only) return;
  for (const [title, step] of STEPS[part]) if (!(await runStep(title, step))) return;
}

stopWithParent();
await runPart("check");
if (total.failed === 0) await Promise.all([runPart("unit"), runPart("e2e")]);
fs.rmSync(reports, { recursive: true });
if (reportFile) fs.writeFileSync(reportFile, JSON.stringify(report));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
