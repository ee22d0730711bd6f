import { z } from "zod";
import { AppError } from "./errors.ts";

export interface Versioned {
  version: number;
  changedIn: Record<string, number>;
}

export interface StaleWords<Row> {
  message: string;
  fieldOf(column: string, row: Row): { field: string; value: string } | null;
}

/** The version an edit began from; the last by default. */
export const begunVersion = z.coerce.number().int().min(1).optional().catch(undefined);

const CHANGED = "Modifié entre-temps : ";

export interface Change {
  field: string;
  label: string;
  value: string;
}

export function changesIn(
  fields: Record<string, string[] | null> | undefined,
  labels: Record<string, string>,
): Change[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const message = fields?.[field]?.find((text) => text.startsWith(CHANGED));
    return message ? [{ field, label, value: message.slice(CHANGED.length) }] : [];
  });
}

/** Compares by meaning, since a `time` column reads « 18:30:00 ». */
function said(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.replace(/^"(\d\d:\d\d):00"$/, '"$1"');
}

export function changedColumns<Row extends object>(row: Row, next: Partial<Row>): string[] {
  return Object.entries(next)
    .filter(([name, value]) => value !== undefined && said(value) !== said(row[name as keyof Row]))
    .map(([name]) => name);
}

export function nextVersion(row: Versioned, changed: readonly string[]): Partial<Versioned> {
  if (changed.length === 0) return {};
  const version = row.version + 1;
  const now = Object.fromEntries(changed.map((name) => [name, version]));
  return { version, changedIn: { ...row.changedIn, ...now } };
}

/** Keeps newer changes (rule: edit-version). @throws AppError `stale` when there are some. */
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

/** One refusal lists every conflict. @throws AppError `stale` for any part's. */
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
