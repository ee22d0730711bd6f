import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { Failure } from "./run.mjs";

/** Words that only the server's code, its libraries or its secrets contain. */
const SERVER_WORDS = [
  ...["drizzle-orm", "pg-boss", "nodemailer", "rate-limiter-flexible"],
  ...["node:crypto", "node:fs", "node:async_hooks", "AsyncLocalStorage"],
  ...["DATABASE_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "SMTP_URL"],
  ...["constructEvent", "application_fee_amount", "FOR UPDATE", "pg_advisory"],
];

/**
 * The last guard of the wall between server and browser: nothing of the server's may have been built
 * into what browsers download.
 */
export function checkClientAssets(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css|html|map)$/.test(name));
  if (!files.some((name) => name.endsWith(".js"))) throw new Failure(`${folder} has no script.`);
  for (const name of files) {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    const word = SERVER_WORDS.find((candidate) => text.includes(candidate));
    if (word) throw new Failure(`${name} contains « ${word} », which is the server's.`);
  }
}

/** Home, list and detail under the root, as the route table names them. */
const SEARCH_SCREENS = ["root", "routes/home", "routes/sessions", "session"];

/** Bytes of script, compressed with Brotli, that the three search screens may weigh in all. */
const SCRIPT_BUDGET = 105_000;

/**
 * The scripts that home, list and detail need before they work: entry, the modules of their routes
 * and everything that these import at once, with what their pages say of them. Scripts fetched on
 * demand do not count.
 *
 * @returns one line that says how much that is, and of what.
 * @throws Failure with the same line when it is more than the budget.
 */
export function checkScriptWeight(folder) {
  const { entry, routes } = readManifest(folder);
  const parts = [entry, ...SEARCH_SCREENS.map((id) => routes[id])];
  const files = new Set(parts.flatMap((part) => [part.module, ...part.imports]));
  const weights = [
    { file: "their names", bytes: weightOf(JSON.stringify(parts)) },
    ...[...files].map((file) => ({ file, bytes: weightOf(fs.readFileSync(folder + file)) })),
  ].sort((one, other) => other.bytes - one.bytes);
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);

  const largest = weights
    .slice(0, 4)
    .map(({ file, bytes }) => `${path.basename(file)} ${kB(bytes)}`);
  const line = `${kB(total)} of ${kB(SCRIPT_BUDGET)} kB with Brotli: ${largest.join(", ")}`;
  if (total > SCRIPT_BUDGET) throw new Failure(`Home, list and detail weigh ${line}.`);
  return line;
}

/** Bytes of script, compressed with Brotli, that the largest of the operators' screens may add to the root. */
const OFFICE_BUDGET = 20_000;

/**
 * The scripts of the operators' screens: none of them is made of what only the public site uses, and
 * no page of the public site fetches one of theirs (rule: operators-apart).
 *
 * @returns one line that says how much the largest screen weighs, without what every page loads.
 * @throws Failure that names the screen or page, and the file that it should not need.
 */
export function checkOfficeScripts(folder) {
  const { entry, routes } = readManifest(folder);
  const filesOf = (...parts) => new Set(parts.flatMap((part) => [part.module, ...part.imports]));
  const everywhere = filesOf(entry, routes.root);
  const sides = { office: new Map(), site: new Map() };
  for (const { path: address = "", id, ...route } of Object.values(routes)) {
    if (id === "root") continue;
    const side = /^operateur(\/|$)/.test(address) ? sides.office : sides.site;
    side.set(
      address,
      [...filesOf(route)].filter((file) => !everywhere.has(file)),
    );
  }
  const site = new Set([...sides.site.values()].flat());
  for (const [address, files] of sides.office) {
    const file = files.find((one) => site.has(one) && !/^common-/.test(path.basename(one)));
    if (file) throw new Failure(`/${address} shares ${path.basename(file)} with public pages.`);
  }
  const weights = [...sides.office].map(([address, files]) => ({
    address,
    bytes: files.reduce((sum, file) => sum + weightOf(fs.readFileSync(folder + file)), 0),
  }));
  const [largest] = weights.sort((one, other) => other.bytes - one.bytes);
  if (!largest) throw new Failure("There is no operators' screen.");
  const line = `/${largest.address} ${kB(largest.bytes)} of ${kB(OFFICE_BUDGET)} kB with Brotli`;
  if (largest.bytes > OFFICE_BUDGET) throw new Failure(`The largest operators' screen: ${line}.`);
  return line;
}

/** The build's own list of routes, with the scripts of each. */
function readManifest(folder) {
  const assets = path.join(folder, "assets");
  const manifestFile = fs.readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name));
  if (!manifestFile) throw new Failure(`${assets} has no manifest.`);
  const text = fs.readFileSync(path.join(assets, manifestFile), "utf8");
  return JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
}

function weightOf(text) {
  return zlib.brotliCompressSync(text).length;
}

function kB(bytes) {
  return (bytes / 1_000).toFixed(1);
}
