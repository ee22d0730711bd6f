import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

const FOLDER = path.join(import.meta.dirname, "../../db/migrations");

export interface MigrationEntry {
  idx: number;
  tag: string;
}

/** A file of the migrations' notes (`meta/…`), parsed. */
export function readMigrationNotes(name: string) {
  return JSON.parse(fs.readFileSync(path.join(FOLDER, "meta", name), "utf8"));
}

/** The SQL of one migration. */
export function readMigration(tag: string): string {
  return fs.readFileSync(path.join(FOLDER, `${tag}.sql`), "utf8");
}

/** A folder with the first of the migrations, all of them without a count, and then the test's own. Gone after the test. */
export function folderOfMigrations({
  count,
  further = [],
}: {
  count?: number;
  further?: readonly string[];
}): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-migrations-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const journal = readMigrationNotes("_journal.json");
  journal.entries = journal.entries.slice(0, count);
  for (const { tag } of journal.entries)
    fs.writeFileSync(path.join(folder, `${tag}.sql`), readMigration(tag));
  for (const [at, text] of further.entries()) {
    const last = journal.entries.at(-1);
    const tag = `further-${at}`;
    fs.writeFileSync(path.join(folder, `${tag}.sql`), text);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  }
  fs.mkdirSync(path.join(folder, "meta"));
  fs.writeFileSync(path.join(folder, "meta/_journal.json"), JSON.stringify(journal));
  return folder;
}
