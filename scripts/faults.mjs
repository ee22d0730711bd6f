// Runs the tests of races, kills, outages, attacks and hostile input at their full size.
//
//   npm run faults [-- <names in test/faults>]
//
// Without names all of them but the cluster, which needs root and Debian's packages:
// `npm run faults -- cluster`.

import path from "node:path";
import { root, run, stopWithParent } from "./run.mjs";

stopWithParent();
const names = process.argv.slice(2);
const vitest = path.join(root, "node_modules", ".bin", "vitest");
const env = { ...process.env, FAULTS: "full" };
const outages = ["test/faults/outages", "--no-file-parallelism"];
const runs =
  names.length > 0
    ? [[...names.map((name) => `test/faults/${name}`), "--no-file-parallelism"]]
    : [
        [
          ...["test/faults", ".model.test.ts"],
          ...["--exclude", "test/faults/outages", "--exclude", "test/faults/cluster"],
        ],
        outages,
      ];
for (const args of runs) {
  const { code } = await run(vitest, ["run", ...args], { show: true, env });
  if (code !== 0) process.exit(code ?? 1);
}
