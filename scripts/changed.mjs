// Runs what a change can break: the unit tests that reach a changed file by imports, and the browser
// tests that visit a screen that does. Without an argument, the change is what is not committed.
//
//   npm run test:changed [-- main]

import fs from "node:fs";
import path from "node:path";
import { build } from "./build.mjs";
import { bin, endWith, Failure, root, run, stopWithParent } from "./run.mjs";
import { runPlaywright, runVitest } from "./runners.mjs";

/** What reaches more screens than these is for the whole run. */
const MAX_SCREENS = 8;
const SPECS = "test/e2e";
/** Tests that reach nearly everything, left to the whole run unless they have changed themselves. */
const BROAD = /^test\/faults\/|-at-size\.test\.ts$/;
const WITHOUT_BROAD = ["--exclude=test/faults/**", "--exclude=**/*-at-size.test.ts"];

async function output(command, ...args) {
  const { code, output } = await run(command, args);
  if (code !== 0) throw new Failure(output.trim());
  return output;
}

async function listChanged(since) {
  const differing = await output("git", "diff", "--name-only", since);
  const added = await output("git", "ls-files", "--others", "--exclude-standard");
  return `${differing}${added}`.split("\n").filter((file) => file && fs.existsSync(file));
}

/** The routes that import one of these files, however indirectly: paths below app/routes/. */
async function listRoutes(files) {
  const sources = files.filter((file) => /^(app|core|site|api)\/.*(?<!\.test)\.tsx?$/.test(file));
  if (sources.length === 0) return [];
  const pattern = `^(${sources.map((file) => file.replaceAll(".", "\\.")).join("|")})$`;
  const config = ["--config", ".dependency-cruiser.mjs", "--output-type", "json"];
  const text = await output(bin("depcruise"), ...config, "--reaches", pattern, "app/routes");
  return JSON.parse(text)
    .modules.map(({ source }) => source)
    .filter((source) => source.startsWith("app/routes/"))
    .map((source) => source.slice("app/routes/".length));
}

/** The specs that name the beginning of one of these routes' addresses. */
function listSpecs(routes) {
  const table = fs.readFileSync("app/routes.ts", "utf8");
  const beginnings = routes
    .flatMap((route) => [...table.matchAll(new RegExp(`page\\("([^/":]+)[^"]*", "${route}"`, "g"))])
    .map(([, beginning]) => beginning);
  const visits = new RegExp(`["'\`]/(${[...new Set(beginnings)].join("|")})\\b`);
  if (beginnings.length === 0) return [];
  return fs
    .readdirSync(SPECS)
    .filter((file) => file.endsWith(".spec.ts"))
    .map((file) => path.join(SPECS, file))
    .filter((file) => visits.test(fs.readFileSync(file, "utf8")));
}

async function testChanged(since) {
  const changed = await listChanged(since);
  console.log(`${changed.length} files have changed`);
  const isOfBroad = changed.some((file) => BROAD.test(file));
  const { failed } = await runVitest([
    ...[`--changed=${since}`, "--passWithNoTests", ...(isOfBroad ? [] : WITHOUT_BROAD)],
  ]);
  const routes = await listRoutes(changed);
  const isBroad = routes.length > MAX_SCREENS;
  if (isBroad) console.log(`It reaches ${routes.length} screens: npm run test:e2e tries them all.`);
  const own = changed.filter((file) => file.startsWith(SPECS) && file.endsWith(".spec.ts"));
  const specs = [...new Set([...own, ...(isBroad ? [] : listSpecs(routes))])];
  if (specs.length === 0) return failed.length === 0;
  await build();
  return failed.length + (await runPlaywright(specs)).failed.length === 0;
}

stopWithParent();
process.chdir(root);
await endWith(() => testChanged(process.argv[2] ?? "HEAD"));
