import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  customType,
  integer,
  jsonb,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { INTERNAL, withheld } from "../column-facts.server.ts";
import type { Cents } from "../money.ts";

export const instant = () => timestamp({ withTimezone: true, mode: "date" });
export const money = () => integer().$type<Cents>();
export const id = () => uuid().primaryKey();
export const oneOf = <Word extends string, Words extends readonly [Word, ...Word[]]>(
  ...words: Words
) => text({ enum: words });
/** A row of another table, which nobody deletes before. */
export const reference = (to: () => AnyPgColumn) => uuid().notNull().references(to);
/** Deleted with that row of another table. */
export const partOf = (to: () => AnyPgColumn) =>
  uuid().notNull().references(to, { onDelete: "cascade" });
/** Half-open, as PostgreSQL writes it: `["2026-…","2026-…")`. */
export const instants = customType<{ data: string }>({ dataType: () => "tstzrange" });
/** Neither empty nor without an end. */
export const isBounded = (range: SQLWrapper): SQL =>
  sql`not isempty(${range}) and not lower_inf(${range}) and not upper_inf(${range})`;
/** Things that may overlap in time use different ranges. */
export const lane = customType<{ data: string }>({ dataType: () => "int8range" });
export const area = customType<{ data: string }>({ dataType: () => "box" });
export const createdAt = () => instant().notNull().defaultNow();

export const versionColumns = () => ({
  version: withheld(INTERNAL, integer().notNull().default(1)),
  changedIn: withheld(INTERNAL, jsonb().$type<Record<string, number>>().notNull().default({})),
});
