import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { Measured, Part, Row, World } from "../part.ts";

/*
 * How long `npm test` takes, step by step, as it is run. There is no bound: nobody else has these
 * tests.
 */

const ROOT = path.join(import.meta.dirname, "../..");

/** A step of scripts/test.mjs that has passed; only steps that run tests have counts. */
interface Step {
  title: string;
  seconds: number;
  tests?: { passed: number };
}

async function measure(world: World): Promise<Measured> {
  const file = path.join(world.dataDir, "tests.json");
  // Else the step that builds would find what the bench runs on; like this it is a clean clone's.
  fs.rmSync(path.join(ROOT, "build"), { recursive: true, force: true });
  const child = spawn(process.execPath, ["scripts/test.mjs", `--report=${file}`], {
    cwd: ROOT,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("npm test failed; what failed is above");
  const steps: Step[] = JSON.parse(fs.readFileSync(file, "utf8"));
  const whole = {
    title: "`npm test`, the whole",
    seconds: steps.reduce((sum, { seconds }) => sum + seconds, 0),
    tests: { passed: steps.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0) },
  };
  return {
    rows: [...steps, whole].map(rowOf),
    curves: [],
    notes: [
      "The steps of `npm test`, one after the other; all of them passed, or nothing would be written here. `npm test` itself counts each check as one more. The build is made from nothing.",
    ],
  };
}

function rowOf({ title, seconds, tests }: Step): Row {
  return {
    what: title,
    product: `${seconds.toFixed(1)} s`,
    ...(tests && { note: `${tests.passed} tests passed` }),
  };
}

export const part: Part = { name: "tests", title: "Tests", measure };
