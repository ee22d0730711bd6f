// Completes package-lock.json after `npm install`: npm run complete-lock
//
// Some packages come with one optional package per platform. When a registry lacks one of them, npm
// leaves it out of the lock file, and `npm ci` then refuses the lock on every platform. This writes
// the missing entries, without a checksum, so that each platform still finds its own.

import fs from "node:fs";
import path from "node:path";
import { root } from "./run.mjs";

const file = path.join(root, "package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const { packages } = lock;

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];

/** Where Node would find `name` from the package at `from`, or undefined. */
function find(from, name) {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))
  ) {
    const candidate = `${place ? `${place}/` : ""}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (!place) return undefined;
  }
}

const added = [];
for (const [place, { optionalDependencies = {}, dev }] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (find(place, name)) continue;
    const words = name.split(/[-/]/);
    const os = SYSTEMS.filter((system) => words.includes(system));
    const cpu = PROCESSORS.filter((processor) => words.includes(processor));
    if (os.length + cpu.length === 0) throw new Error(`${name} names no platform: install it`);
    packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ""),
      ...(dev && { dev }),
      optional: true,
      ...(cpu.length > 0 && { cpu }),
      ...(os.length > 0 && { os }),
    };
    added.push(name);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length > 0 ? `Added ${added.join(", ")}` : "Nothing is missing.");
