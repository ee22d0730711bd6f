// Everything that CI runs, in the order in which a failure is cheapest to find; stops at the first.
//
//   npm test [-- --report=<file>]
//
// The report is for the bench: what each step took, as JSON.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { checkClientAssets, checkScriptWeight } from "./client-assets.mjs";
import { Failure, root, run, stopWithParent } from "./run.mjs";

const reports = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-reports-"));
const sources = fs
  .readdirSync(root)
  .filter((name) =>
    /^(api|app|cli|core|db|launch|mails|packages|platform|server|test)$|\.tsx?$/.test(name),
  );

/** A step is one check, unless it resolves to the counts of its tests. */
const STEPS = [
  ["types (tsc)", typeCheck],
  ["format and lint (Biome)", () => quiet("biome", "check", "--error-on-warnings", ".")],
  [
    "structure (dependency-cruiser)",
    () => quiet("depcruise", "--config", ".dependency-cruiser.mjs", ...sources),
  ],
  ["dead code (knip)", () => quiet("knip")],
  ["unit and integration (Vitest, PostgreSQL)", vitest],
  ["build", build],
  ["nothing of the server in the browser", async () => checkClientAssets("build/client")],
  ["script of home, list and detail", async () => console.log(checkScriptWeight("build/client"))],
  ["end to end (Playwright, Chromium)", playwright],
];

async function typeCheck() {
  await quiet("react-router", "typegen");
  await quiet("tsc", "--noEmit");
}

async function vitest() {
  const file = path.join(reports, "vitest.json");
  await loud("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile=${file}`);
  const { numPassedTests, numFailedTests, success } = readReport(file);
  // A file that does not even load fails without failing a test.
  return { passed: numPassedTests, failed: numFailedTests || (success ? 0 : 1) };
}

async function playwright() {
  await ensureChromium();
  const file = path.join(reports, "playwright.json");
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await loud("playwright", "test", "--reporter=list,json", { env });
  const { expected, unexpected } = readReport(file).stats;
  return { passed: expected, failed: unexpected || code };
}

/** Runs a tool whose output matters only when it fails. */
async function quiet(name, ...args) {
  const { code, output } = await run(bin(name), args);
  if (code !== 0) throw new Failure(output.trim());
}

async function loud(name, ...args) {
  const options = typeof args.at(-1) === "object" ? args.pop() : {};
  return (await run(bin(name), args, { ...options, show: true })).code;
}

function bin(name) {
  return path.join(root, "node_modules", ".bin", name);
}

function readReport(file) {
  if (!fs.existsSync(file)) throw new Failure("The runner ended without a report.");
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

const reportFile = /^--report=(.+)/.exec(process.argv[2] ?? "")?.[1];
stopWithParent();
const total = { passed: 0, failed: 0 };
const report = [];
for (const [index, [title, step]] of STEPS.entries()) {
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
