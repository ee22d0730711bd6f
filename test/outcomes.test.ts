import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** A file of tests, one of each kind; one of them passes at its second try. */
const PLANTED = `
  import fs from "node:fs";
  test("passes", () => expect(1).toBe(1));
  test("passes at its second try", () => {
    const isSecond = fs.existsSync("tried");
    fs.writeFileSync("tried", "");
    if (!isSecond) throw new Error("tried once { seed: 7 }\\nand more");
  });
  test("fails every time", () => { throw new Error("it fails"); });
  test.skip("is left out", () => {});
`;

/** What `scripts/outcomes.mjs` writes of a run in a folder with this one file. */
async function outcomesOf(
  runner: "vitest" | "playwright",
  file: string,
  args: string[],
  planted = PLANTED,
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-outcomes-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const source = runner === "vitest" ? "vitest" : "@playwright/test";
  fs.writeFileSync(path.join(folder, file), `import { expect, test } from "${source}";${planted}`);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    OUTCOMES_FILE: path.join(folder, "outcomes.json"),
  };
  const reporter = `--reporter=${path.join(root, "scripts/outcomes.mjs")}`;
  const child = spawn(path.join(root, "node_modules/.bin", runner), [...args, reporter], {
    ...{ cwd: folder, env, stdio: "ignore" },
  });
  const [code] = await once(child, "exit");
  return { code, ...JSON.parse(fs.readFileSync(env.OUTCOMES_FILE ?? "", "utf8")) };
}

test("Vitest's outcomes tell what passed at a later try only, with its seed, and what failed", async () => {
  expect(await outcomesOf("vitest", "a.test.js", ["run", "--retry=2"])).toEqual({
    code: 1,
    passed: 2,
    unstable: [
      { test: "a.test.js › passes at its second try", reason: "tried once { seed: 7 } (seed 7)" },
    ],
    failed: [{ test: "a.test.js › fails every time", reason: "it fails" }],
  });
});

test("Playwright's outcomes tell the same", async () => {
  expect(await outcomesOf("playwright", "a.spec.js", ["test", "--retries=2"])).toEqual({
    code: 1,
    passed: 2,
    unstable: [
      {
        test: "a.spec.js [] › passes at its second try",
        reason: "Error: tried once { seed: 7 } (seed 7)",
      },
    ],
    failed: [{ test: "a.spec.js [] › fails every time", reason: "Error: it fails" }],
  });
});

test("a file whose set-up fails has failed, though none of its tests was run", async () => {
  const planted = `
    import { beforeAll } from "vitest";
    beforeAll(() => { throw new Error("no database"); });
    test("passes", () => expect(1).toBe(1));
  `;
  expect(await outcomesOf("vitest", "a.test.js", ["run"], planted)).toEqual({
    ...{ code: 1, passed: 0, unstable: [] },
    failed: [{ test: "a.test.js", reason: "no database" }],
  });
});
