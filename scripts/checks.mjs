import fs from "node:fs";
import { bin, Failure, root, run } from "./run.mjs";

const sources = fs
  .readdirSync(root)
  .filter((name) =>
    /^(api|app|cli|core|db|launch|mails|packages|platform|server|site|test)$|\.tsx?$/.test(name),
  );

/** Everything that can be found without running the product, each check by itself. */
const CHECKS = {
  "types (tsc)": typeCheck,
  "format and lint (Biome)": () => quiet("biome", "check", "--error-on-warnings", "."),
  "structure (dependency-cruiser)": () =>
    quiet("depcruise", "--config", ".dependency-cruiser.mjs", ...sources),
  "circles of folders (dependency-cruiser)": () => quiet("node", "scripts/draw-architecture.ts"),
  "dead code (knip)": () => quiet("knip"),
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
  await Promise.all(Object.entries(CHECKS).map(check));
  if (failed > 0) throw new Failure(`${failed} of ${Object.keys(CHECKS).length} checks failed.`);
}

async function typeCheck() {
  await quiet("react-router", "typegen");
  // By what it wrote down last time, only what has changed since is judged again.
  const written = "node_modules/.cache/tsc.tsbuildinfo";
  await quiet("tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", written);
}

/** Runs a tool whose output matters only when it fails. */
async function quiet(name, ...args) {
  const { code, output } = await run(bin(name), args);
  if (code !== 0) throw new Failure(output.trim());
}
