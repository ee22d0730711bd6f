import path from "node:path";
import { readConfig } from "#platform/config.server.ts";
import { readKeys } from "./data-folder.ts";
import { readEnvironmentFile } from "./environment.ts";
import { NODE_FLAGS } from "./node-flags.ts";
import { runningLaunches } from "./run-record.ts";

/*
 * Becomes a program of the build, beside a running launch: `node launch/join-launch.ts build/server/cli.js`.
 * Where nothing is configured, it gets what the launch from this folder has given its server; where a
 * database is, the keys that lie in the folder.
 */
readEnvironmentFile();
const [, , script = "", ...rest] = process.argv;
const env: NodeJS.ProcessEnv = { NODE_ENV: "production", ...process.env };
const dataDir = path.resolve(env.DATA_DIR ?? ".data");

if (env.DATABASE_URL) {
  for (const [name, key] of Object.entries(readKeys(dataDir))) if (key) env[name] ||= key;
} else {
  const launch = runningLaunches(dataDir).find(
    ({ port }) => !env.PORT || String(port) === env.PORT,
  );
  if (!launch) {
    console.error(
      `Nothing runs from ${dataDir}: start it first (npm start), or set DATABASE_URL and the other variables.`,
    );
    process.exit(1);
  }
  Object.assign(env, launch.environment);
}
try {
  readConfig(env);
} catch (error) {
  // A sentence for the person at the terminal, where the program itself would show a trace.
  console.error((error as Error).message);
  process.exit(1);
}
if (!process.execve) throw new Error("this system cannot turn one program into another");
// The same process from here on: signals and exit code are the program's own.
process.execve(process.execPath, [process.execPath, ...NODE_FLAGS, script, ...rest], env);
