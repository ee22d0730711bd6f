import { spawnSync } from "node:child_process";
import path from "node:path";

/* Draws which folders of core and of app/parts import which, for docs/architecture.md. */

const root = path.resolve(import.meta.dirname, "..");

/** Names of folders, each with those that it imports. */
type Folders = Map<string, Set<string>>;

/**
 * The folders below `base` and what each imports of the others, by all files that are no tests; and the
 * circles among them.
 *
 * @param top the folder in which `base` is; the project's by itself.
 */
export function readFolders(base: string, top = root): { folders: Folders; circles: string[] } {
  const { stdout } = spawnSync(
    path.join(root, "node_modules/.bin/depcruise"),
    [
      ...["--config", path.join(root, ".dependency-cruiser.folders.mjs")],
      ...["--output-type", "json", base],
    ],
    { cwd: top, encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  const found: {
    folders: { name: string; dependencies: { name: string }[] }[];
    summary: { violations: { from: string; to: string }[] };
  } = JSON.parse(stdout);
  const namesOf = (folders: { name: string }[]) =>
    folders
      .filter(({ name }) => name.startsWith(`${base}/`))
      .map(({ name }) => name.slice(base.length + 1));
  const folders = found.folders.flatMap((folder) =>
    namesOf([folder]).map((name) => [name, new Set(namesOf(folder.dependencies))] as const),
  );
  const circles = found.summary.violations.map(({ from, to }) => `${from} → ${to}`);
  return { folders: new Map(folders), circles };
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
  return page.replace(
    /(<!-- drawing of (\S+) -->\n)[\s\S]*?(?=<!-- \/drawing -->)/g,
    (_, mark: string, base: string) => {
      const { folders, circles } = readFolders(base);
      if (circles.length > 0) throw new Error(`circles of folders:\n${circles.join("\n")}`);
      return `${mark}${draw(folders)}\n`;
    },
  );
}
