import fs from "node:fs";

/**
 * A reporter for Vitest and Playwright alike: writes what a run came to into the file that
 * OUTCOMES_FILE names, as JSON.
 *
 * @typedef {{ test: string, reason: string }} Outcome `reason`: the first line of the last error,
 * with the seed of its random input where it has one.
 * @typedef {{ passed: number, unstable: Outcome[], failed: Outcome[] }} Outcomes `unstable`: passed
 * at a later try, and counted in `passed`; `failed`: every time.
 */
export default class OutcomesReporter {
  /** @type {Outcomes} */
  #outcomes = { passed: 0, unstable: [], failed: [] };
  #suite;

  // Vitest

  onTestRunEnd(modules, unhandledErrors) {
    for (const module of modules) {
      this.#failAs(module.relativeModuleId, module.errors());
      for (const suite of module.children.allSuites()) {
        this.#failAs(`${module.relativeModuleId} › ${suite.fullName}`, suite.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        const name = `${module.relativeModuleId} › ${test.fullName}`;
        this.#add(name, state === "passed" && test.diagnostic().flaky ? "flaky" : state, errors);
      }
    }
    this.#failAs("outside any test", unhandledErrors);
    this.#write();
  }

  // Playwright

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError(error) {
    this.#failAs("outside any test", [error]);
  }

  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) {
      const [, project, file, ...titles] = test.titlePath();
      const errors = test.results.flatMap((result) => result.errors);
      this.#add(`${file} [${project}] › ${titles.join(" › ")}`, test.outcome(), errors);
    }
    this.#write();
  }

  /** @param state a word of either runner; what was skipped counts as nothing. */
  #add(test, state, errors) {
    if (["passed", "expected", "flaky"].includes(state)) this.#outcomes.passed += 1;
    if (state === "flaky") this.#outcomes.unstable.push({ test, reason: reasonOf(errors) });
    if (["failed", "unexpected"].includes(state)) {
      this.#outcomes.failed.push({ test, reason: reasonOf(errors) });
    }
  }

  #failAs(test, errors) {
    if (errors.length > 0) this.#add(test, "failed", errors);
  }

  #write() {
    fs.writeFileSync(process.env.OUTCOMES_FILE, JSON.stringify(this.#outcomes));
  }
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

function reasonOf(errors) {
  const error = errors.at(-1);
  const message = String(error?.message ?? error?.value ?? "no error was told");
  const seed = /\bseed: (-?\d+)/.exec(message)?.[1] ?? process.env.FAULTS_SEED;
  const line = message
    .replaceAll(COLOURS, "")
    .split("\n")
    .find((one) => one.trim() !== "");
  return seed === undefined ? `${line}` : `${line} (seed ${seed})`;
}
