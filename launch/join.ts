import path from "node:path";
import { readEnvironmentFile } from "./environment.ts";
import { runningLaunches } from "./run-record.ts";

/*
 * Runs a program of the build beside a running launch: `node launch/join.ts build/server/worker.js`.
 * Where nothing is configured, it is given what the launch from this folder was given.
 */
readEnvironmentFile();
const [, , script = "", ...rest] = process.argv;

if (!process.env.DATABASE_URL) {
  const dataDir = path.resolve(process.env.DATA_DIR ?? ".data");
  const running = runningLaunches(dataDir);
  const launch =
    running.find(({ port }) => String(port) === process.env.PORT) ??
    (process.env.PORT ? undefined : running[0]);
  if (!launch) {
    console.error(
      `Nothing runs from ${dataDir}: start it first (npm start), or set DATABASE_URL and the other variables.`,
    );
    process.exit(1);
  }
  Object.assign(process.env, launch.environment);
}
process.env.NODE_ENV ??= "production";
process.argv.splice(1, Number.POSITIVE_INFINITY, path.resolve(script), ...rest);
await import(path.resolve(script));
