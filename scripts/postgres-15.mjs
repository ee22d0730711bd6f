// Runs the unit and data tests on PostgreSQL 15, the oldest version that the product promises to run
// on, as the system has it installed. `npm test` runs them on the newer one that npm installs.
//
//   npm run test:postgres-15 [-- <files>]

import fs from "node:fs";
import path from "node:path";
import { root, run, say, stopWithParent } from "./run.mjs";

/** Where the packages of Debian and of the PostgreSQL project put it. */
const FOLDERS = ["/usr/lib/postgresql/15", "/usr/pgsql-15"];

stopWithParent();
const folder = FOLDERS.find((one) => fs.existsSync(path.join(one, "bin", "initdb")));
if (!folder) {
  say(
    "PostgreSQL 15 is not installed: install the package « postgresql-15 » (Debian: apt-get install postgresql-15).",
  );
  process.exit(1);
}
const vitest = path.join(root, "node_modules", ".bin", "vitest");
const env = { ...process.env, TEST_POSTGRES: folder };
const { code } = await run(vitest, ["run", ...process.argv.slice(2)], { show: true, env });
process.exit(code ?? 1);
