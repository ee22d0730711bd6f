import { customType, integer, jsonb, timestamp, uuid } from "drizzle-orm/pg-core";
import { OURS, withheld } from "../column-facts.server.ts";
import type { Cents } from "../money.ts";

/* The types of columns that several areas share. */

export const instant = () => timestamp({ withTimezone: true, mode: "date" });
export const money = () => integer().$type<Cents>();
export const id = () => uuid().primaryKey();
/** From an instant to another that is no part of it, as PostgreSQL writes it: `["2026-…","2026-…")`. */
export const instants = customType<{ data: string }>({ dataType: () => "tstzrange" });
/** A range of whole numbers: what may be at the same time has another. */
export const lane = customType<{ data: string }>({ dataType: () => "int8range" });
/** A rectangle, `(x,y),(x,y)`. */
export const area = customType<{ data: string }>({ dataType: () => "box" });
export const createdAt = () => instant().notNull().defaultNow();

/** Counts the edits of a row, and keeps the edit in which each field last changed. */
export const versionColumns = () => ({
  version: withheld(integer().notNull().default(1), OURS),
  changedIn: withheld(jsonb().$type<Record<string, number>>().notNull().default({}), OURS),
});
