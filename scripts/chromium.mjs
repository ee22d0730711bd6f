import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { chromium } from "@playwright/test";
import { Failure, run, withProgress } from "./run.mjs";

/** Chromium without a window costs a little more than half as much processor time for the same tests. */
const SHELL = "chromium-headless-shell";
const WHOLE = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** A Chromium that runs: the system's, else Playwright's own; undefined when there is none. */
export function findChromium() {
  return find(SHELL, ...WHOLE, chromium.executablePath());
}

/** One with all its parts, which alone has a back/forward cache; undefined when there is none. */
export function findWholeChromium() {
  return find(...WHOLE, chromium.executablePath());
}

function find(...names) {
  return names.map(inPath).find((file) => file && answers(file));
}

function inPath(name) {
  const found = spawnSync("/bin/sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" });
  return found.stdout.trim() || undefined;
}

/** Some systems have a stub under this name that only says what to install. */
function answers(file) {
  return spawnSync(file, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Finds or installs one: Debian's package when we may, else Playwright's download. */
export async function ensureChromium() {
  // Whoever has one is not made to wait for the network: the test that needs the other is left out.
  if (!find(SHELL) && process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get")) {
    const install = `apt-get update && apt-get install -y --no-install-recommends ${SHELL} chromium`;
    await withProgress("installing Chromium (Debian's package)", run("sh", ["-c", install]));
  }
  if (!findChromium()) {
    const playwright = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
    await withProgress("downloading Chromium (Playwright's)", run(process.execPath, playwright));
  }
  const found = findChromium();
  if (found) return found;
  throw new Failure(
    "The end-to-end tests need Chromium, and none could be found or installed: install the package « chromium-headless-shell » or « chromium » of your system.",
  );
}

/** No graphics card is needed, and nothing reports to Google. */
export const chromiumArguments = [
  "--disable-gpu",
  // Pages of one test share a process: a twelfth less to compute than with one kept in reserve.
  "--renderer-process-limit=1",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
