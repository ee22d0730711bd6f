import { integer, jsonb, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Cents } from "../money.ts";

/* The types of columns that several areas share. */

export const instant = () => timestamp({ withTimezone: true, mode: "date" });
export const money = () => integer().$type<Cents>();
export const id = () => uuid().primaryKey();
export const createdAt = () => instant().notNull().defaultNow();

/** Counts the edits of a row, and keeps the edit in which each field last changed. */
export const versionColumns = () => ({
  version: integer().notNull().default(1),
  changedIn: jsonb().$type<Record<string, number>>().notNull().default({}),
});
