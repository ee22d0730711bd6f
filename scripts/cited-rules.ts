import fs from "node:fs";
import path from "node:path";

/*
 * Citations of the rules of the business, « (rule: refund-notice) », as texts and code have them.
 */

const root = path.resolve(import.meta.dirname, "..");

/** Parts of the repository that are read; the rest is installed, built, drawn or history. */
const READ = ["api", "app", "bench", "cli", "core", "db", "docs", "launch", "mails"].concat(
  ...["platform", "scripts", "server", "site", "test"],
);
/** Decisions and released migrations are never rewritten; packages are not ours. */
const LEFT_OUT = /^(docs\/decisions|db\/migrations)\/|node_modules/;
const TEXT = /\.(ts|tsx|mjs|css|md|yml|yaml|jsonc|sql)$/;

/** Every text of the repository, by its path. */
export function readRepository(): Map<string, string> {
  const tops = fs.readdirSync(root, { withFileTypes: true });
  const loose = tops.filter((entry) => entry.isFile()).map(({ name }) => name);
  const inFolders = READ.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file}`),
  );
  const files = [...loose, ...inFolders].filter((file) => TEXT.test(file) && !LEFT_OUT.test(file));
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(root, file), "utf8")]));
}

/** The names of rules that a text cites, also where the line ends in the middle of a citation. */
export function citedIn(text: string): string[] {
  const flowing = text.replace(/\s*\n\s*(?:\*|\/\/|--)? */g, " ");
  return [...flowing.matchAll(/\(rules?: ([a-z][a-z, -]*)\)/g)].flatMap(([, names = ""]) =>
    names.split(/, */),
  );
}

/** Code that decides: neither tests nor texts, and no table by itself. */
const DECIDES = /^(api|app|cli|core|mails|platform|server|site)\/.*(?<!\.test)\.tsx?$/;
const isDeciding = (file: string) => DECIDES.test(file) && !file.startsWith("core/tables");

/** Numbers and conditions stand in rules, steps in use cases; stores, schemas and screens follow. */
const ORDER = [
  /^core\/.*\brules\.ts$/,
  /^core\/.*(?<!\/store)\.server\.ts$/,
  /^core\/(?!notifications\/schema)/,
  /./,
];
const rank = (file: string) => ORDER.findIndex((kind) => kind.test(file));

/** The files that cite this rule where they keep it, the most telling first; none, if no code does yet. */
export function placesOf(rule: string, files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([file, text]) => isDeciding(file) && citedIn(text).includes(rule))
    .map(([file]) => file)
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
}
