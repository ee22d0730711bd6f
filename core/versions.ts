import { z } from "zod";
import { AppError } from "./errors.ts";

/** What a row says of its editions. */
export interface Versioned {
  /** The number of the last one. */
  version: number;
  /** In which one each field last changed. */
  changedIn: Record<string, number>;
}

/** How the sentence calls what is edited, and what one of its fields says now. */
export interface Told<Row> {
  /** « Session modifiée entre-temps ». */
  message: string;
  /** The name of a column's field, and its value in words; null for what no field shows. */
  tell(column: string, row: Row): { field: string; value: string } | null;
}

/** The version that an edition began from, as a form or a program says it; without one, the last. */
export const begunVersion = z.coerce.number().int().min(1).optional().catch(undefined);

const CHANGED = "Modifié entre-temps : ";

/** One of the fields that an edition would have undone. */
export interface Change {
  field: string;
  /** As the form calls it. */
  label: string;
  /** What it says now, in words. */
  value: string;
}

/** What the messages of a refused edition tell of its fields, in the order of their labels. */
export function changesIn(
  fields: Record<string, string[]> | undefined,
  labels: Record<string, string>,
): Change[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const message = fields?.[field]?.find((told) => told.startsWith(CHANGED));
    return message ? [{ field, label, value: message.slice(CHANGED.length) }] : [];
  });
}

/** Text, lists and times compare by what they say: a column of type `time` reads « 18:30:00 ». */
function said(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.replace(/^"(\d\d:\d\d):00"$/, '"$1"');
}

/** Which of the columns that are about to be written hold something else. Undefined ones stay. */
export function changedColumns<Row extends object>(row: Row, next: Partial<Row>): string[] {
  return Object.entries(next)
    .filter(([name, value]) => value !== undefined && said(value) !== said(row[name as keyof Row]))
    .map(([name]) => name);
}

/** The columns that count an edition which changed these; none when nothing did. */
export function nextVersion(row: Versioned, changed: readonly string[]): Partial<Versioned> {
  if (changed.length === 0) return {};
  const version = row.version + 1;
  const now = Object.fromEntries(changed.map((name) => [name, version]));
  return { version, changedIn: { ...row.changedIn, ...now } };
}

/**
 * Refuses an edition that would undo what another has changed since it began. One that says the same,
 * or speaks of other fields, takes nothing back.
 *
 * @param begun the version that it began from; undefined for whatever there is now.
 * @param changed the columns that it would change.
 * @throws AppError `stale`, with what each of those fields says now beside it.
 */
export function requireFresh<Row extends Versioned>(
  row: Row,
  begun: number | undefined,
  changed: readonly string[],
  { message, tell }: Told<Row>,
): void {
  if (begun === undefined) return;
  const undone = changed.filter((name) => (row.changedIn[name] ?? 1) > begun);
  if (undone.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const name of undone) {
    const told = tell(name, row);
    if (told) fields[told.field] = [CHANGED + told.value];
  }
  throw new AppError("stale", { message, fields });
}
