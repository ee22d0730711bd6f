import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { bin, Failure, root, run } from "./run.mjs";

const REPORTER = path.join(root, "scripts", "outcomes.mjs");

/** Runs Vitest with these arguments and shows its output; resolves to its outcomes. */
export function runVitest(args) {
  return runTests("vitest", ["run", "--reporter=default", `--reporter=${REPORTER}`, ...args]);
}

/** Runs Playwright likewise, on the build as it is. */
export async function runPlaywright(args) {
  await ensureChromium();
  return runTests("playwright", ["test", `--reporter=list,${REPORTER}`, ...args]);
}

/**
 * @returns {Promise<import("./outcomes.mjs").Outcomes>}
 * @throws Failure when the runner ends without having told any.
 */
async function runTests(runner, args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-outcomes-"));
  const file = path.join(folder, "outcomes.json");
  const env = { ...process.env, OUTCOMES_FILE: file };
  const { code } = await run(bin(runner), args, { show: true, env });
  const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
  fs.rmSync(folder, { recursive: true });
  if (text === undefined) throw new Failure(`${runner} ended without a report.`);
  const outcomes = JSON.parse(text);
  // Red for a reason that no test has: a time-out of its set-up, or a signal.
  if (code !== 0 && outcomes.failed.length === 0) {
    outcomes.failed.push({ test: runner, reason: `ended with code ${code}` });
  }
  return outcomes;
}
