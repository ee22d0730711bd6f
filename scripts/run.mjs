import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Where npm has put the command of a package. */
export function bin(name) {
  return path.join(root, "node_modules", ".bin", name);
}

/** Thrown when the person at the terminal has to settle something; its message is all they need. */
export class Failure extends Error {}

/** Runs a script's work, and ends with whether it went well; of a failure it says the message alone. */
export async function endWith(work) {
  try {
    process.exit((await work()) ? 0 : 1);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
    process.exit(1);
  }
}

export function say(line) {
  console.log(`[parenthese] ${line}`);
}

const running = new Set();

/**
 * Runs a program, in the project's folder unless told otherwise; resolves to its exit code and output (both streams
 * together), or shows the output as it comes when `show` is set.
 */
export function run(command, args, { show = false, cwd = root, env = process.env, onStart } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    running.add(child);
    onStart?.(child);
    let output = "";
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", (error) => {
      running.delete(child);
      reject(error);
    });
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, output });
    });
  });
}

/** Says every ten seconds that a long step is still going on, until it is settled. */
export async function withProgress(what, work) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  say(`${what}…`);
  const timer = setInterval(() => say(`${what}… ${seconds()} s`), 10_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    say(`${what}: ${seconds()} s`);
  }
}

/**
 * Stops this process and what it runs when the npm that started it is gone: npm passes a SIGTERM on
 * to its shell only, which dies of it without a word to us.
 */
export function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid === parent) return;
    for (const child of running) child.kill("SIGTERM");
    process.exit(143);
  }, 300).unref();
}
