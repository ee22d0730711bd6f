import type { ZodType } from "zod";
import { z } from "zod";
import { AppError } from "./errors.ts";

/* Holds the last element's sort key and id, so pages survive changes of the list. */

export function writeCursor(key: object): string {
  return btoa(JSON.stringify(key)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @throws AppError `invalid_input` for an invalid cursor. */
export function readCursor<Key>(schema: ZodType<Key>, cursor: string | undefined): Key | null {
  if (cursor === undefined) return null;
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

/** Cuts a page from rows of which one more was read than it holds. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (last: Item) => object,
): { page: Item[]; nextCursor: string | null } {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? writeCursor(keyOf(last)) : null };
}

export const MAX_LIMIT = 100;

export const listLimit = z.coerce
  .number({ error: "La limite doit être un nombre" })
  .int({ error: "La limite doit être un nombre entier" })
  .min(1, { error: "La limite doit être entre 1 et 100" })
  .max(MAX_LIMIT, { error: "La limite doit être entre 1 et 100" })
  .default(20);
