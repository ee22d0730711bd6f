/** The file that makes a folder a backup; it is written last, so that half of one is none. */
export const MANIFEST = "manifest.json";

/**
 * Rows of a database that nobody has used yet: migrations write the site's own categories and the
 * words that search begins with, processes write their signing secret at their start, and count
 * requests. A restore replaces them; anything else means that somebody's data is there.
 */
export const EXPENDABLE: readonly string[] = [
  "settings",
  "rate_limits",
  "activity_types",
  "known_words",
];

/** The path of a table's rows in the folder. */
export function tableFile(table: string): string {
  return `database/${table}.copy.gz`;
}

/** The path of a picture in the folder. */
export function pictureFile(key: string): string {
  return `files/${key}`;
}

/**
 * Tables in an order in which each can be filled: after those that it refers to.
 *
 * @throws Error when some refer to each other in a circle: then no order exists.
 */
export function inOrder(tables: readonly { name: string; refersTo: readonly string[] }[]) {
  const waiting = new Map(tables.map(({ name, refersTo }) => [name, refersTo]));
  const ordered: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].find(([name, refersTo]) =>
      refersTo.every((other) => other === name || !waiting.has(other)),
    );
    if (!free) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(", ")}`);
    ordered.push(free[0]);
    waiting.delete(free[0]);
  }
  return ordered;
}
