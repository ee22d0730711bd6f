import { spawnSync } from "node:child_process";
import path from "node:path";

/* Draws which folders of core and of app/parts import which, for docs/architecture.md. */

const root = path.resolve(import.meta.dirname, "..");

/** Names of folders, each with those that it imports. */
type Folders = Map<string, Set<string>>;

/** The folders that have an order among those within them, and the parts of the simulator. */
const BASES = ["core", "app/parts", "packages/stripe-simulator/src"];

/**
 * The folders below `base` and what each imports of the others, by all files that are no tests, those
 * of its rooms included; and the circles among them, and among the rooms.
 *
 * @param top the folder in which `base` is; the project's by itself.
 */
export function readFolders(base: string, top = root): { folders: Folders; circles: string[] } {
  const { modules, summary } = cruise([base], top);
  const folders = foldersOf(base, modules);
  const ofRooms = summary.violations.map(({ from, to }) => `${from} → ${to}`);
  return { folders, circles: [...circlesOf(base, folders), ...ofRooms] };
}

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { from: string; to: string }[] };
}

function cruise(bases: string[], top: string): Cruise {
  const { stdout } = spawnSync(
    path.join(root, "node_modules/.bin/depcruise"),
    [
      ...["--config", path.join(root, ".dependency-cruiser.folders.mjs")],
      ...["--output-type", "json", ...bases],
    ],
    { cwd: top, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  return JSON.parse(stdout);
}

/** dependency-cruiser tells what each room imports, and a capability is all of its rooms. */
function foldersOf(base: string, modules: Cruise["modules"]): Folders {
  const folderOf = (file: string) =>
    file.startsWith(`${base}/`) ? file.slice(base.length + 1).split("/")[0] : undefined;
  const folders: Folders = new Map();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === undefined) continue;
    const imported = folders.get(from) ?? new Set();
    folders.set(from, imported);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to !== undefined && to !== from) imported.add(to);
    }
  }
  return folders;
}

/** The arrows from which a way leads back to where they begin. */
function circlesOf(base: string, folders: Folders): string[] {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of folders.get(from) ?? []) {
      if (!seen.has(to)) reached(to, seen.add(to));
    }
    return seen;
  };
  return [...folders].flatMap(([from, imported]) =>
    [...imported]
      .filter((to) => reached(to).has(from))
      .map((to) => `${base}/${from} → ${base}/${to}`),
  );
}

/** A Mermaid drawing without the arrows that follow from others, and what it counts. */
export function draw(folders: Folders): string {
  const names = [...folders.keys()].sort();
  const importsOf = (name: string) => [...(folders.get(name) ?? [])].sort();
  const leadsTo = (from: string, to: string): boolean =>
    importsOf(from).some((next) => next === to || leadsTo(next, to));
  const arrows = names.flatMap((from) =>
    importsOf(from)
      .filter((to) => !importsOf(from).some((by) => by !== to && leadsTo(by, to)))
      .map((to) => [from, to] as const),
  );
  const joined = new Set(arrows.flat());
  const alone = names.filter((name) => !joined.has(name));
  const pairs = names.reduce((sum, name) => sum + importsOf(name).length, 0);
  return [
    `${names.length} folders, ${pairs} pairs of which one imports the other, no circle. Drawn are the ${arrows.length} arrows from which the others follow.`,
    "",
    "```mermaid",
    "flowchart TD",
    ...arrows.map(([from, to]) => `  ${from} --> ${to}`),
    ...alone.map((name) => `  ${name}`),
    "```",
  ].join("\n");
}

/**
 * The page with each drawing in its place.
 *
 * @throws Error with the circles of folders, which no drawing shows.
 */
export function drawArchitecture(page: string): string {
  const { modules, summary } = cruise(BASES, root);
  const circles = [
    ...BASES.flatMap((base) => circlesOf(base, foldersOf(base, modules))),
    ...summary.violations.map(({ from, to }) => `${from} → ${to}`),
  ];
  if (circles.length > 0) throw new Error(`circles of folders:\n${circles.join("\n")}`);
  return page.replace(
    /(<!-- drawing of (\S+) -->\n)[\s\S]*?(?=<!-- \/drawing -->)/g,
    (_, mark: string, base: string) => `${mark}${draw(foldersOf(base, modules))}\n`,
  );
}
