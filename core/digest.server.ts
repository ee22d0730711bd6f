import { type SQL, sql } from "drizzle-orm";

/** MD5 is enough for random texts nobody chooses, and indexes are built on it. */
export const digestOf = (text: unknown): SQL => sql`(md5(${text})::uuid)`;
