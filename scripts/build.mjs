import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { Failure, root, run, withProgress } from "./run.mjs";

/** The sources of the build; a change elsewhere needs no new one. */
const SOURCES = [
  "api",
  "app",
  "cli",
  "core",
  "db",
  "mails",
  "platform",
  "public",
  "scripts",
  "server",
  "site",
];
const stamp = path.join(root, "build", ".sources");

/** Files that browsers get compressed; pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Builds the site and the server when a source has changed since the last build. */
export async function build() {
  const sources = hashSources();
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === sources) return;
  const { code, output } = await withProgress(
    "building the site (react-router build)",
    run(path.join("node_modules", ".bin", "node"), ["node_modules/.bin/react-router", "build"], {
      env: { ...process.env, NODE_ENV: "production" },
    }),
  );
  if (code !== 0) throw new Failure(`The build failed:\n${output.trim()}`);
  await withProgress("compressing what was built", compress(path.join(root, "build", "client")));
  fs.writeFileSync(stamp, sources);
}

/** Lays the compressed twins beside each file, as small as they get, because this is done once. */
async function compress(folder) {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  await Promise.all(
    names
      .filter((name) => COMPRESSIBLE.test(name))
      .map(async (name) => {
        const file = path.join(folder, name);
        const bytes = fs.readFileSync(file);
        // In Node's own threads, as many at a time as it has.
        const [br, gz] = await Promise.all([brotli(bytes), gzip(bytes, { level: 9 })]);
        for (const [ending, compressed] of Object.entries({ br, gz })) {
          if (compressed.length < bytes.length) fs.writeFileSync(`${file}.${ending}`, compressed);
        }
      }),
  );
}

function hashSources() {
  const hash = createHash("sha256");
  const top = fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|json)$/.test(entry.name))
    .map((entry) => entry.name);
  for (const name of [...top, ...SOURCES.flatMap(filesUnder)].sort()) {
    if (/\.test\.tsx?$/.test(name)) continue;
    hash.update(name).update("\0");
    hash.update(fs.readFileSync(path.join(root, name))).update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(folder) {
  if (!fs.existsSync(path.join(root, folder))) return [];
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}
