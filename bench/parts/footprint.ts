import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LAST_PAGE } from "#core/search/rules.ts";
import { withoutOurs } from "../../launch/environment.ts";
import { freePorts } from "../../launch/ports.ts";
import { newDataDir, spawnProduct, untilItRuns } from "../../test/e2e/product.ts";
import { withDemo } from "../demo.ts";
import { OWN_PAGE, rateOf } from "../load.ts";
import { median, perSecond, ratio } from "../numbers.ts";
import type { Measured, Part, Row, World } from "../part.ts";
import { childWith, memoryOf } from "../processor.ts";

/*
 * The cost of having the product running: time until it answers, memory, and the build. The bound
 * is a Node server that answers one word.
 */

const ROOT = path.join(import.meta.dirname, "../..");
const SESSIONS = 1_000;
const STARTS = 5;
const LOAD_SECONDS = 15;
const REST_SECONDS = 5;
/** For what the first pages have left behind. */
const SETTLING_SECONDS = 15;
/** Bytes that the site may hold then, and all of `npm start` but the database. */
const AT_REST = { site: 160e6, all: 400e6 };
const FRESH_START_MS = 45_000;
const BARE = `require("node:http").createServer((_, answer) => answer.end("ok"))
  .listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

async function startBare(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ["-e", BARE], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(child.stdout, "data");
  const url = `http://127.0.0.1:${String(port).trim()}`;
  await (await fetch(url)).text();
  return { url, child };
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill();
  await exited;
}

/** Milliseconds from here until it answers. */
async function startTimes(world: World): Promise<Row[]> {
  const product: number[] = [];
  const bare: number[] = [];
  for (let n = 0; n < STARTS; n++) {
    const begun = performance.now();
    const served = await world.serve({ sessions: SESSIONS });
    product.push(performance.now() - begun);
    await served.stop();
    const bareBegun = performance.now();
    const { child } = await startBare();
    bare.push(performance.now() - bareBegun);
    await stopChild(child);
  }
  return [
    {
      ...compared(median(product), median(bare), (ms) => `${Math.round(ms)} ms`),
      what: "server process until /readyz answers",
      note: "with its queues; the bound listens and does nothing",
    },
  ];
}

async function startOfAll(world: World): Promise<Row[]> {
  // The first start makes the demo's data.
  await withDemo(world, async () => {});
  const times = [];
  let together = 0;
  for (let n = 0; n < 3; n++) {
    const begun = performance.now();
    // As the script of `npm start` sets it.
    const env = { NODE_COMPILE_CACHE: path.join(world.dataDir, "compiled") };
    const product = await spawnProduct({ dataDir: path.join(world.dataDir, "demo"), env });
    await untilItRuns(product);
    times.push(performance.now() - begun);
    if (n === 2) {
      await readFirstPages(product.url);
      const { pid: launcher = 0 } = product.process;
      const children = ["build/server/server.js", "packages/stripe-simulator/src/main.ts"];
      const pids = [launcher, ...children.map((name) => childWith(name, launcher))];
      together = pids.reduce((sum, pid) => sum + memoryOf(pid).now, 0);
    }
    await product.stop();
  }
  return [
    {
      what: "`npm start` on data that are there, once built",
      product: seconds(median(times)),
      note: "database, migrations, simulator, mail catcher, demo data moved on, site",
    },
    {
      what: "memory of launcher, simulator and site, after the first pages",
      ...within(AT_REST.all, together),
      note: "a later start of the demo; without the database",
    },
  ];
}

async function readFirstPages(url: string): Promise<void> {
  for (const page of ["/", "/sessions", "/sessions?page=2", "/nos-offres"]) {
    await (await fetch(url + page)).text();
  }
  await sleep(SETTLING_SECONDS * 1000);
}

async function memory(world: World): Promise<Row[]> {
  const served = await world.serve({ sessions: SESSIONS });
  const { url, child } = await startBare();
  await sleep(REST_SECONDS * 1000);
  const [pid = 0] = served.pids;
  const atRest = memoryOf(pid).now;
  const bareAtRest = memoryOf(child.pid ?? 0).now;
  await readFirstPages(served.urls[0] ?? "");
  const settled = memoryOf(pid).now;
  const load = { connections: 32, seconds: LOAD_SECONDS };
  const pages = await rateOf({
    ...load,
    urls: served.urls,
    ask: (i) => ({ path: `/sessions?page=${1 + (i % LAST_PAGE)}`, headers: OWN_PAGE }),
  });
  await rateOf({ ...load, seconds: 5, urls: [url], ask: () => ({ path: "/" }) });
  const most = memoryOf(pid).most;
  const bareMost = memoryOf(child.pid ?? 0).most;
  await stopChild(child);
  await served.stop();
  return [
    {
      ...compared(atRest, bareAtRest, mega),
      what: `memory at rest, ${REST_SECONDS} s after the start`,
    },
    {
      ...compared(settled, bareAtRest, mega),
      ...within(AT_REST.site, settled),
      what: `memory at rest, ${SETTLING_SECONDS} s after the first pages`,
    },
    {
      ...compared(most, bareMost, mega),
      what: `most memory under load`,
      note: `${LOAD_SECONDS} s of list pages, each made anew, ${perSecond(pages)} over ${load.connections} connections`,
    },
  ];
}

/** A clone that nothing is installed in, until its demo answers. */
async function freshStart(): Promise<Row> {
  const clone = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-fresh-"));
  execFileSync("git", ["clone", "--quiet", ROOT, clone]);
  const [port, dataDir] = [await freePorts(4), newDataDir()];
  const begun = performance.now();
  const { npm_lifecycle_event: _, ...others } = withoutOurs(process.env);
  const env = { ...others, PORT: String(port), DATA_DIR: dataDir };
  const child = spawn("npm", ["start"], { cwd: clone, env, stdio: "ignore", detached: true });
  const exited = once(child, "exit");
  const isReady = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    return answer?.ok ?? false;
  };
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error("a fresh clone did not start");
    await sleep(100);
  }
  const took = performance.now() - begun;
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await exited;
  for (const folder of [clone, path.dirname(dataDir)]) fs.rmSync(folder, { recursive: true });
  return {
    what: "`npm start` in a fresh clone, until it answers",
    product: seconds(took),
    budget: `≤ ${seconds(FRESH_START_MS)}`,
    met: took <= FRESH_START_MS,
    note: "packages, build, database and demo's data; what npm has fetched before comes from its cache",
  };
}

/** Builds a copy that has nothing built before. */
async function buildTime(): Promise<Row> {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-build-"));
  try {
    const left = new Set(["node_modules", "build", ".data", ".git", ".react-router"]);
    fs.cpSync(ROOT, copy, {
      recursive: true,
      filter: (source) => !left.has(path.relative(ROOT, source)),
    });
    fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
    const begun = performance.now();
    const script = "import('./scripts/build.mjs').then(({ build }) => build())";
    const child = spawn(process.execPath, ["-e", script], { cwd: copy, stdio: "inherit" });
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error("the build failed");
    return {
      what: "build, from nothing",
      product: seconds(performance.now() - begun),
      note: "browser and server, every script and style compressed",
    };
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}

function compared(product: number, bound: number, print: (value: number) => string) {
  return { product: print(product), bound: print(bound), ratio: ratio(product / bound) };
}

function within(budget: number, bytes: number) {
  return { product: mega(bytes), budget: `≤ ${mega(budget)}`, met: bytes <= budget };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

async function measure(world: World): Promise<Measured> {
  await world.database(SESSIONS);
  const rows = [...(await startTimes(world)), ...(await memory(world))];
  rows.push(...(await startOfAll(world)), await freshStart(), await buildTime());
  return {
    rows,
    curves: [],
    notes: [`Medians of ${STARTS} starts. What the tests take stands under « Tests ».`],
  };
}

export const part: Part = { name: "footprint", title: "Footprint", measure };
