import type { ZodType } from "zod";
import { AppError } from "./errors.ts";

/*
 * A cursor is the sort key and id of the last element that was sent: the next answer begins after
 * it, however the list has changed meanwhile. Opaque to whoever carries it.
 */

export function writeCursor(key: object): string {
  return btoa(JSON.stringify(key)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws AppError `invalid_input` for what was not written by {@link writeCursor}. */
export function readCursor<Key>(schema: ZodType<Key>, cursor: string): Key {
  let parsed: unknown;
  try {
    parsed = JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    parsed = undefined;
  }
  const key = schema.safeParse(parsed);
  if (!key.success) {
    throw new AppError("invalid_input", { fields: { cursor: ["Curseur invalide"] } });
  }
  return key.data;
}
