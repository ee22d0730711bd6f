import { z } from "zod";

/** Written last, so that half a backup is none. */
export const MANIFEST = "manifest.json";

/** Rows that migrations and processes write by themselves; anything else is somebody's data. */
export const EXPENDABLE: readonly string[] = [
  "settings",
  "rate_limits",
  "activity_types",
  "known_words",
];

export function tableFile(table: string): string {
  return `database/${table}.copy.gz`;
}

export function pictureFile(key: string): string {
  return `files/${key}`;
}

/** Each after those it refers to. @throws Error when some refer to each other in a circle. */
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

export const backupInput = z.object({ folder: z.string().min(1) });

const checked = z.object({
  sha256: z.string(),
});

export const manifestSchema = z.object({
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In an order in which they can be filled. */
  tables: z.array(
    checked.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  files: z.array(checked.extend({ key: z.string() })),
  jobs: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) })),
});

export type Manifest = z.output<typeof manifestSchema>;
