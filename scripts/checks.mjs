import fs from "node:fs";
import os from "node:os";
import { bin, Failure, root, run } from "./run.mjs";

const sources = fs
  .readdirSync(root)
  .filter((name) =>
    /^(api|app|cli|core|db|launch|mails|packages|platform|server|site|test)$|\.tsx?$/.test(name),
  );

const cores = os.availableParallelism();

/**
 * Everything that can be found without running the product, each check by itself: the longest first,
 * because no more of them run at once than there are cores.
 */
const CHECKS = {
  "types (tsc)": typeCheck,
  "format and lint (Biome)": () => quiet("biome", "check", "--error-on-warnings", "."),
  "structure (dependency-cruiser)": () =>
    quiet("depcruise", "--config", ".dependency-cruiser.mjs", ...sources),
  "dead code (knip)": () => quiet("knip", "--cache"),
  "circles of folders, documents made of the code": () =>
    quiet("node", "scripts/write-docs.ts", "--check"),
};

/**
 * Runs all checks side by side, and says of each how it went.
 *
 * @throws Failure when one of them fails.
 */
export async function checkAll() {
  let failed = 0;
  const check = async ([title, work]) => {
    const start = Date.now();
    let sign = "✓";
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // A tool may also fail without a word.
      failed += 1;
      sign = `${error.message}\n✗`;
    }
    console.log(`${sign} ${title}, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  };
  const waiting = Object.entries(CHECKS).values();
  const lane = async () => {
    for (const next of waiting) await check(next);
  };
  await Promise.all(Array.from({ length: Math.max(2, cores) }, lane));
  if (failed > 0) throw new Failure(`${failed} of ${Object.keys(CHECKS).length} checks failed.`);
}

async function typeCheck() {
  await quiet("react-router", "typegen");
  await quiet("node", "scripts/write-api-types.ts");
  // By what it wrote down last time, only what has changed since is judged again.
  const written = "node_modules/.cache/tsc.tsbuildinfo";
  // Each checker works out by itself the types that its files share: on few cores, one is fastest.
  const checkers = Math.min(4, Math.ceil(cores / 2));
  const args = ["--noEmit", "--incremental", "--tsBuildInfoFile", written, "--checkers", checkers];
  // The compiler ends before memory runs short: collecting it meanwhile takes a fifth of its time.
  const env = { ...process.env, GOGC: "400" };
  await quiet("tsc", ...args.map(String), { env });
}

/** Runs a tool whose output matters only when it fails; the last argument may be options. */
async function quiet(name, ...args) {
  const options = typeof args.at(-1) === "object" ? args.pop() : {};
  const { code, output } = await run(bin(name), args, options);
  if (code !== 0) throw new Failure(output.trim());
}
