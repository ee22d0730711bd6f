// Makes a clone ready to run: `npm start`, `npm test` and the others begin with it. Plain JavaScript
// for the oldest Node we accept, because the Node of this project comes with the installation.
// Does nothing, quickly, when there is nothing to do.
//
//   node scripts/prepare.mjs [--tools] [--bench] [--build]
//
// --tools: what tests and checks need as well; --bench: and what only the bench does.

import path from "node:path";
import { build } from "./build.mjs";
import { installIfNeeded, repairBinaries } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { Failure, root, say, stopWithParent } from "./run.mjs";

const [major] = process.versions.node.split(".").map(Number);
if (major < 20) {
  say(`Node ${process.versions.node} is too old to begin with: Node 20 or later is needed.`);
  process.exit(1);
}
stopWithParent();
try {
  await withLock(async () => {
    const asked = (part) => process.argv.includes(`--${part}`);
    await installIfNeeded({ withTools: asked("tools") || asked("bench") });
    await repairBinaries();
    if (asked("bench")) await installIfNeeded({ folder: path.join(root, "bench", "tools") });
    if (asked("build")) await build();
  });
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  say(error.message);
  process.exit(1);
}
