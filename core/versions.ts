import { z } from "zod";
import { AppError } from "./errors.ts";

/** The columns by which a row counts its edits. */
export interface Versioned {
  /** The number of the last edit. */
  version: number;
  /** The edit in which each field last changed. */
  changedIn: Record<string, number>;
}

/** The words of a stale edit's message, and the present value of each field. */
export interface StaleWords<Row> {
  /** « Session modifiée entre-temps ». */
  message: string;
  /** The name of a column's field, and its value in words; null for what no field shows. */
  fieldOf(column: string, row: Row): { field: string; value: string } | null;
}

/** The version that an edit began from, as a form or a program sends it; without one, the last. */
export const begunVersion = z.coerce.number().int().min(1).optional().catch(undefined);

const CHANGED = "Modifié entre-temps : ";

/** A field that a stale edit would have overwritten. */
export interface Change {
  field: string;
  /** Its label in the form. */
  label: string;
  /** Its present value, in words. */
  value: string;
}

/** The messages of a refused edit about its fields, in the order of their labels. */
export function changesIn(
  fields: Record<string, string[] | null> | undefined,
  labels: Record<string, string>,
): Change[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const message = fields?.[field]?.find((text) => text.startsWith(CHANGED));
    return message ? [{ field, label, value: message.slice(CHANGED.length) }] : [];
  });
}

/**
 * Text, lists and times are compared by their meaning: a column of type `time` reads « 18:30:00 ».
 */
function said(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.replace(/^"(\d\d:\d\d):00"$/, '"$1"');
}

/** The columns whose values an edit would change. Undefined values stay. */
export function changedColumns<Row extends object>(row: Row, next: Partial<Row>): string[] {
  return Object.entries(next)
    .filter(([name, value]) => value !== undefined && said(value) !== said(row[name as keyof Row]))
    .map(([name]) => name);
}

/** The columns that count an edit which changed these; none when nothing changed. */
export function nextVersion(row: Versioned, changed: readonly string[]): Partial<Versioned> {
  if (changed.length === 0) return {};
  const version = row.version + 1;
  const now = Object.fromEntries(changed.map((name) => [name, version]));
  return { version, changedIn: { ...row.changedIn, ...now } };
}

/**
 * Refuses an edit that would overwrite changes made since it began (rule: edit-version). One that
 * says the same, or concerns other fields, overwrites nothing.
 *
 * @param begun the version that it began from; undefined for the present one.
 * @param changed the columns that it would change.
 * @throws AppError `stale`, with the present value of each of those fields.
 */
export function requireFresh<Row extends Versioned>(
  row: Row,
  begun: number | undefined,
  changed: readonly string[],
  { message, fieldOf }: StaleWords<Row>,
): void {
  if (begun === undefined) return;
  const undone = changed.filter((name) => (row.changedIn[name] ?? 1) > begun);
  if (undone.length === 0) return;
  const fields: Record<string, string[]> = {};
  for (const name of undone) {
    const change = fieldOf(name, row);
    if (change) fields[change.field] = [CHANGED + change.value];
  }
  throw new AppError("stale", { message, fields });
}

/**
 * Does all parts of one edit, each of which has a version of its own, and refuses it with what
 * changed in any of them: whoever reads the refusal sends the next one knowingly, of every part.
 *
 * @throws AppError `stale`, in the words of the first; whatever else a part throws.
 */
export async function editTogether(parts: readonly (() => Promise<void>)[]): Promise<void> {
  let refusal: AppError | undefined;
  for (const part of parts) {
    try {
      await part();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "stale") throw error;
      const fields = { ...refusal?.fields, ...error.fields };
      refusal = new AppError("stale", { message: refusal?.message ?? error.message, fields });
    }
  }
  if (refusal) throw refusal;
}
