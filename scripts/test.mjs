// Everything that CI runs, in the order in which a failure is cheapest to find.
//
//   npm test [-- --report=<file>]
//   npm run check
//   npm run test:unit [-- <files>]
//   npm run test:e2e [-- <files>]
//
// `npm test` tries a failed test twice more, and ends with a list of those that passed only then. The
// report is for the bench: the time of each step, as JSON.

import fs from "node:fs";
import { build } from "./build.mjs";
import { checkAll } from "./checks.mjs";
import { checkClientAssets, checkOfficeScripts, checkScriptWeight } from "./client-assets.mjs";
import { Failure, stopWithParent } from "./run.mjs";
import { runPlaywright, runVitest } from "./runners.mjs";

/** As many tests may pass at a later try only. */
const MAX_UNSTABLE = 5;
/** A step is given up after as many failed tests. */
const MAX_FAILED = 20;
const MAX_LISTED = 30;

const [only = "", ...rest] = process.argv.slice(2);
const reportFile = /^--report=(.+)/.exec(only)?.[1];
const isWhole = only === "" || reportFile !== undefined;

/**
 * A step counts as one check, unless it resolves to outcomes; `part` is how it is asked for alone,
 * `needs` the title of a step without which it cannot be.
 */
const STEPS = [
  {
    ...{ part: "check", work: checkAll },
    title: "types, format, lint, structure, dead code, documents",
  },
  { part: "unit", title: "unit and integration (Vitest, PostgreSQL)", work: vitest },
  { part: "e2e", title: "build", work: () => building ?? build() },
  {
    ...{ part: "e2e", title: "nothing of the server in the browser", needs: "build" },
    work: async () => checkClientAssets("build/client"),
  },
  {
    ...{ part: "e2e", title: "script of home, list and detail", needs: "build" },
    work: async () => console.log(checkScriptWeight("build/client")),
  },
  {
    ...{ part: "e2e", title: "script of the operators' screens", needs: "build" },
    work: async () => console.log(checkOfficeScripts("build/client")),
  },
  { part: "e2e", title: "end to end (Playwright, Chromium)", needs: "build", work: playwright },
].filter(({ part }) => isWhole || part === only);

/** The build, where it goes on beside the unit tests, which leave a core free now and then. */
let building;

function vitest() {
  if (isWhole) {
    building = build();
    // Told by its own step.
    building.catch(() => {});
  }
  return runVitest(isWhole ? ["--retry=2", `--bail=${MAX_FAILED}`] : rest);
}

function playwright() {
  return runPlaywright(isWhole ? ["--retries=2", `--max-failures=${MAX_FAILED}`] : rest);
}

/** What a step comes to that runs no tests and finds nothing wrong. */
const SOUND = { passed: 1, unstable: [], failed: [] };

/** @returns {Promise<import("./outcomes.mjs").Outcomes>} */
async function outcomesOf({ title, work }) {
  try {
    const outcomes = (await work()) ?? SOUND;
    if (outcomes.passed + outcomes.failed.length === 0) throw new Failure("No test was run.");
    return outcomes;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
    return { passed: 0, unstable: [], failed: [{ test: title, reason: "told above" }] };
  }
}

function list(title, outcomes) {
  if (outcomes.length === 0) return;
  console.log(`\n${title}: ${outcomes.length}`);
  for (const { test, reason } of outcomes.slice(0, MAX_LISTED)) console.log(`  ${test}: ${reason}`);
  if (outcomes.length > MAX_LISTED) console.log(`  and ${outcomes.length - MAX_LISTED} more`);
}

stopWithParent();
let passed = 0;
const unstable = [];
const failed = [];
const report = [];
const without = new Set();
for (const [index, step] of STEPS.entries()) {
  console.log(`\n━━ ${index + 1}/${STEPS.length} ${step.title}`);
  if (without.has(step.needs)) {
    console.log(`━━ left out, because this failed: ${step.needs}`);
    continue;
  }
  const start = Date.now();
  const outcomes = await outcomesOf(step);
  passed += outcomes.passed;
  unstable.push(...outcomes.unstable);
  failed.push(...outcomes.failed);
  if (outcomes.failed.length > 0) without.add(step.title);
  const seconds = (Date.now() - start) / 1000;
  const outcome = outcomes.failed.length > 0 ? "failed" : "passed";
  console.log(`━━ ${outcome} in ${seconds.toFixed(1)} s`);
  report.push({ title: step.title, seconds, ...(outcomes !== SOUND && { tests: outcomes }) });
}
if (unstable.length > MAX_UNSTABLE) {
  const reason = `${unstable.length} passed at a later try only`;
  failed.push({ test: `at most ${MAX_UNSTABLE} unstable tests`, reason });
}
if (reportFile) fs.writeFileSync(reportFile, JSON.stringify(report));
list("unstable", unstable);
list("failed", failed);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);
